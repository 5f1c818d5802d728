"""The commands of `sommet`. Each one loads what it needs, so that help comes at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sommet.cli.analyse import analyse
from sommet.cli.arena import arena
from sommet.cli.arguments import Cores
from sommet.cli.daily import daily
from sommet.cli.engine import engine
from sommet.cli.match import match
from sommet.cli.serve import operate, serve
from sommet.cli.solve import probe, solve
from sommet.cli.warm import warm

__all__ = ["app"]

app = typer.Typer(
    help="Board games of stacking and secrets: play, analyse and host them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]...", help="the game and its options; `sommet games` lists them"
    ),
]
Placed = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]... [POSITION]",
        help="the game, its options, and a position; default: the start",
    ),
]
Counted = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]... [POSITION] DEPTH",
        help="the game, its options, a position (default: the start), and the depth in moves",
    ),
]
Text = Annotated[str | None, typer.Option(metavar="TEXT", help="the position, as an option")]
TEXTS: dict[str, Any] = {"ignore_unknown_options": True}
"""For commands that take the text of a position: a word of it can begin with a hyphen."""
Seed = Annotated[str | None, typer.Option(metavar="TEXT", help="random seed")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="a record, as text or JSON")]
Viewer = Annotated[
    int | None,
    typer.Option(metavar="SEAT", min=1, help="show what this player sees; default: a spectator"),
]


def _version(wanted: bool) -> None:
    if wanted:
        from sommet import __version__

        typer.echo(f"sommet {__version__}")
        raise typer.Exit


def _language(context: typer.Context, wanted: str) -> str:
    """The language comes before everything else, for help is told in it."""
    from sommet.cli.help_i18n import Help
    from sommet.cli.language import choose, language

    choose(wanted)
    if isinstance(context.obj, Help):
        context.obj.say(language())
    return wanted


@app.callback()
def _sommet(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version")
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="en|fr",
            callback=_language,
            is_eager=True,
            help="language; default: the terminal's",
        ),
    ] = "",
) -> None:
    """What may stand before any command."""


@app.command()
def play(
    words: Words = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="LEVEL", help="level of the opponent; repeat for more opponents"),
    ] = None,
    people: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="number of people at this keyboard; default: 1"),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="seat of the first person, such as 2 or dark; default: random"
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="player who goes first")
    ] = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="resume a saved game")] = None,
    cores: Cores = 1,
) -> None:
    """Play a game in the terminal. Without GAME, choose from a menu."""
    from sommet.cli.arguments import game_of, seat_called, seat_of
    from sommet.cli.menu import choose_game, choose_opponents
    from sommet.cli.play import Playing
    from sommet.cli.record_files import load
    from sommet.cli.seats import Seating, drawn_seat
    from sommet.core.record import Record

    seating, file = None, None
    if resume:
        record = load(resume)
        seating = Seating.of(record)
        # A file in our own hand is written on; one with comments or in JSON is left as it is.
        file = resume if resume.read_text("utf-8") == str(record) else None
    else:
        try:
            game = game_of(words) if words else choose_game()
            if not words and people is None and not against:
                people, against = choose_opponents(game)
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            return
        record = Record.new(game, seed, first=seat_of(game, first))
    if seating is None:
        if seat is not None:
            sits = seat_called(record.game, seat)
        else:  # in a game that is on already the lot has fallen
            sits = record.turn if resume else drawn_seat(record)
        seating = Seating.plan(
            record.game, 1 if people is None else people, against or ["gentle"], sits
        )
    Playing(record, seating, file, cores).run()


@app.command()
def games() -> None:
    """List the games: players, age, minutes, options."""
    from sommet.cli.console import console
    from sommet.cli.menu import catalogue

    console.print(catalogue())


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    language: Annotated[
        str, typer.Option(metavar="en|fr", help="language; default: the terminal's")
    ] = "",
) -> None:
    """Show the rules of a game."""
    from sommet.cli.rules_view import show_rules

    show_rules(game.lower(), language)


@app.command()
def replay(
    file: File,
    viewer: Viewer = None,
    everything: Annotated[bool, typer.Option("--all", help="print every position at once")] = False,
) -> None:
    """Step through a recorded game."""
    from sommet.cli.arguments import seat_of
    from sommet.cli.record_files import load
    from sommet.cli.replay import replay

    record = load(file)
    replay(record, seat_of(record.game, viewer), everything=everything)


@app.command()
def verify(file: File) -> None:
    """Check a record's deal against its commitment. Exit status: 0 fair, 1 not, 2 unreadable."""
    from sommet.cli.language import language
    from sommet.cli.record_files import load

    verdict = load(file, check_deal=False).verify()
    typer.echo(verdict.describe(language()))
    raise typer.Exit(0 if verdict.ok else 1)


@app.command()
def convert(
    file: File,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="output file; default: standard output"
        ),
    ] = None,
    json: Annotated[
        bool | None,
        typer.Option("--json/--text", help="output format; default: the other one"),
    ] = None,
) -> None:
    """Convert a record to JSON or to text, with its comments and variations."""
    from sommet.cli.record_files import converted

    text = converted(file, json)
    if output:
        output.write_text(text, "utf-8")
    else:
        typer.echo(text, nl=False)


@app.command(context_settings=TEXTS)
def draw(
    words: Placed = None,
    position: Text = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="a recorded game instead of GAME")
    ] = None,
    move: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="draw the record after N moves; default: all of them"
        ),
    ] = None,
    viewer: Viewer = None,
    seed: Seed = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="output file; default: standard output"
        ),
    ] = None,
) -> None:
    """Draw a position as SVG."""
    from sommet.cli.arguments import position_of, seat_of, view_of
    from sommet.cli.record_files import load
    from sommet.cli.replay import seen
    from sommet.core.errors import OptionError
    from sommet.drawing.picture import svg

    if record:
        played = load(record)
        moves = len(played.moves) if move is None else move
        view = seen(played, moves, seat_of(played.game, viewer))
    elif words:
        parsed = position_of(words, position, seed)
        view = view_of(parsed, seat_of(parsed.game, viewer))
    else:
        raise OptionError("nothing_to_draw", "Specify what to draw: a GAME, or --record FILE.")
    picture = svg(view.scene())
    if output:
        output.write_text(picture, "utf-8")
    else:
        typer.echo(picture)


@app.command(context_settings=TEXTS)
def perft(
    words: Counted = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="the depth, as an option")
    ] = None,
    position: Text = None,
    seed: Seed = "1",
    divide: Annotated[bool, typer.Option("--divide", help="count for each first move")] = False,
) -> None:
    """Count the move sequences at every depth up to DEPTH."""
    import sommet
    from sommet.cli.arguments import depth_of, position_of
    from sommet.core.errors import OptionError
    from sommet.core.position import Position

    if not words:
        raise OptionError("nothing_to_count", "Specify what to count: a GAME and a DEPTH.")
    words, depth = depth_of(words, depth)
    start = position_of(words, position, seed)
    if not isinstance(start, Position):
        raise OptionError("unknown_secrets", "Can't count from a position with hidden pieces (?).")
    if divide and depth:
        for move in start.moves():
            typer.echo(f"{move} {sommet.perft(start.play(move), depth - 1)}")
    for plies in range(depth if divide else min(1, depth), depth + 1):
        typer.echo(f"{plies} {sommet.perft(start, plies)}")


app.command()(analyse)
app.command()(arena)
app.command()(daily)
app.command()(engine)
app.command()(match)
app.command()(probe)
app.command()(solve)
app.command()(serve)
app.command()(warm)
app.add_typer(operate, name="operate")
