"""The game server, where people and programs play together. Start it with `sommet serve`."""

from sommet.core.errors import missing_extra

NEEDED = (
    "alembic",
    "cachetools",
    "itsdangerous",
    "jinja2",
    "litestar",
    "markdown_it",
    "msgspec",
    "prometheus_client",
    "resvg_py",
    "segno",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
if fault := missing_extra("sommet.server", "server", *NEEDED):
    raise fault
