"""The table: where people and programs play together. `sommet serve` starts it."""

from sommet.core.extras import missing

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
if fault := missing("sommet.server", "server", *NEEDED):
    raise fault
