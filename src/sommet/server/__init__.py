"""The table: where people and programs play together. `sommet serve` starts it."""

from sommet.core.extras import missing_extra

NEEDED = (
    "aiosqlite",
    "alembic",
    "babel",
    "jinja2",
    "litestar",
    "markdown_it",
    "msgspec",
    "psycopg",
    "redis",
    "segno",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
if fault := missing_extra("sommet.server", "server", *NEEDED):
    raise fault
