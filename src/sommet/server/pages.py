"""The page at the door: what this is, and where to go."""

from __future__ import annotations

from html import escape

from litestar import MediaType, get

from sommet.server.entrance import InHouse

__all__ = ["home"]

OPEN = 20

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sommet</title>
<meta name="color-scheme" content="light dark">
<h1>Sommet</h1>
<p>Four abstract games about piling up and hiding: Pylos, Trièdre, Kabaleo and Color Pop. This is
the table where people and programs play them together. Its page in the browser is being built;
until then, <code>sommet play</code> plays in the terminal.</p>
<h2>Open tables</h2>
{tables}
<h2>For programs</h2>
<p>The API is described at <a href="/api/openapi.json">/api/openapi.json</a>, live play in
<code>docs/protocol.md</code>, with a bot in <code>examples/</code>.</p>
<p><small>An unofficial project; the names Pylos, Kabaleo and Color Pop belong to their
publisher.</small></p>
</html>
"""


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def home(house: InHouse) -> str:
    """What this is, and the tables that wait for somebody."""
    lines = []
    for id in await house.log.listed(stage="open", limit=OPEN):
        sitting = (await house.rooms.get(id)).sitting
        names = ", ".join(seat.name or seat.level for seat in sitting.seats if seat)
        link = f'<a href="/api/tables/{escape(id)}">{escape(sitting.game.name)}</a>'
        lines.append(f"<li>{link} with {escape(names) or 'nobody yet'}</li>")
    tables = f"<ul>{''.join(lines)}</ul>" if lines else "<p>None just now.</p>"
    return PAGE.format(tables=tables)
