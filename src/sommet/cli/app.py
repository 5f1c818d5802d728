"""The commands of `sommet`. Each one imports what it needs when it runs, so that help is fast."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from sommet.cli.analyse import analyse
from sommet.cli.arena import arena
from sommet.cli.arguments import Cores
from sommet.cli.daily import daily
from sommet.cli.echo import echo, echo_data
from sommet.cli.language import LANGUAGES
from sommet.cli.operate import operate
from sommet.cli.serve import serve
from sommet.cli.site import site
from sommet.cli.solve import probe, solve

__all__ = ["app"]

app = typer.Typer(
    help="Board games of stacking and secrets: play, analyse and host them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]...", help="the game and its options; `sommet games` lists them"
    ),
]
PositionArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]... [POSITION]",
        help="the game, its options, and a position; default: the start",
    ),
]
PerftArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME [NAME=VALUE]... [POSITION] DEPTH",
        help="the game, its options, a position (default: the start), and the depth in moves",
    ),
]
PositionOption = Annotated[
    str | None, typer.Option(metavar="TEXT", help="the position, as an option")
]
POSITION_CONTEXT: dict[str, Any] = {"ignore_unknown_options": True}
"""For commands that take a position: a word of its text can start with a hyphen."""
Seed = Annotated[str | None, typer.Option(metavar="TEXT", help="random seed")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="a record, as text or JSON")]
Viewer = Annotated[
    int | None,
    typer.Option(metavar="SEAT", min=1, help="show what this player sees; default: a spectator"),
]


def _version(wanted: bool) -> None:
    if wanted:
        from sommet import __version__

        echo(f"sommet {__version__}")
        raise typer.Exit


def _language(context: typer.Context, wanted: str) -> str:
    """Set the language before anything else, because help is translated too."""
    from sommet.cli.language import HelpTexts, language, set_language

    set_language(wanted)
    if isinstance(context.obj, HelpTexts):
        context.obj.translate(language())
    return wanted


@app.callback()
def _sommet(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version")
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="|".join(LANGUAGES),
            callback=_language,
            is_eager=True,
            help="language; default: the terminal's",
        ),
    ] = "",
) -> None:
    """Options before the command."""


@app.command()
def play(
    words: GameArgument = None,
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
    from sommet.cli.arguments import parse_game, parse_seat, seat_index
    from sommet.cli.menu import choose_game, choose_opponents
    from sommet.cli.play import TerminalGame
    from sommet.cli.record_files import load
    from sommet.cli.seats import Seats, random_seat
    from sommet.core.record import Record

    seating, file = None, None
    if resume:
        record = load(resume)
        seating = Seats.of(record)
        # Only a file exactly as we write it is overwritten, not one with comments or in JSON.
        file = resume if resume.read_text("utf-8") == str(record) else None
    else:
        try:
            game = parse_game(words) if words else choose_game()
            if not words and people is None and not against:
                people, against = choose_opponents(game)
        except (EOFError, KeyboardInterrupt):
            echo()
            return
        record = Record.new(game, seed, first=seat_index(game, first))
    if seating is None:
        if seat is not None:
            sits = parse_seat(record.game, seat)
        else:  # a resumed game has no random seat left to draw
            sits = record.turn if resume else random_seat(record)
        seating = Seats.plan(
            record.game, 1 if people is None else people, against or ["gentle"], sits
        )
    TerminalGame(record, seating, file, cores).run()


@app.command()
def games() -> None:
    """List the games: players, age, minutes, options."""
    from sommet.cli.console import console
    from sommet.cli.menu import games_table

    console.print(games_table())


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    lang: Annotated[
        str, typer.Option(metavar="|".join(LANGUAGES), help="language; default: the terminal's")
    ] = "",
) -> None:
    """Show the rules of a game."""
    from sommet.cli.rules_view import show_rules

    show_rules(game.lower(), lang)


@app.command()
def replay(
    file: File,
    viewer: Viewer = None,
    everything: Annotated[bool, typer.Option("--all", help="print every position at once")] = False,
) -> None:
    """Step through a recorded game."""
    from sommet.cli.arguments import seat_index
    from sommet.cli.record_files import load
    from sommet.cli.screen import replay

    record = load(file)
    replay(record, seat_index(record.game, viewer), everything=everything)


@app.command(
    help="Check a record's deal against its commitment. "
    "Exit status: 0 if it matches, 1 if not, 2 if unreadable."
)
def verify(file: File) -> None:
    """Check a record's deal against its commitment."""
    from sommet.cli.language import language
    from sommet.cli.record_files import load

    verdict = load(file, check_deal=False).verify()
    echo(verdict.describe(language()))
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
    from sommet.cli.record_files import convert_record

    text = convert_record(file, json)
    if output:
        output.write_text(text, "utf-8")
    else:
        echo_data(text)


@app.command(context_settings=POSITION_CONTEXT)
def draw(
    words: PositionArgument = None,
    position: PositionOption = None,
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
    from sommet.cli.arguments import parse_view, seat_index
    from sommet.cli.record_files import load
    from sommet.cli.screen import view_at
    from sommet.core.errors import OptionError
    from sommet.drawing.picture import svg

    if record:
        played = load(record)
        moves = len(played.moves) if move is None else move
        view = view_at(played, moves, seat_index(played.game, viewer))
    elif words:
        parsed = parse_view(words, position, seed)
        view = parsed.seen_by(seat_index(parsed.game, viewer))
    else:
        raise OptionError("nothing_to_draw", "Specify what to draw: a GAME, or --record FILE.")
    picture = svg(view.scene())
    if output:
        output.write_text(picture, "utf-8")
    else:
        echo_data(f"{picture}\n")


@app.command(context_settings=POSITION_CONTEXT)
def perft(
    words: PerftArgument = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="the depth, as an option")
    ] = None,
    position: PositionOption = None,
    seed: Seed = "1",
    divide: Annotated[bool, typer.Option("--divide", help="count for each first move")] = False,
) -> None:
    """Count the move sequences at every depth up to DEPTH."""
    from sommet.cli.arguments import parse_position, split_depth
    from sommet.cli.fast_perft import fastest_perft
    from sommet.core.errors import OptionError

    if not words:
        raise OptionError("nothing_to_count", "Specify what to count: a GAME and a DEPTH.")
    words, depth = split_depth(words, depth)
    start = parse_position(words, position, seed)
    count = fastest_perft(start.game)
    if divide and depth:
        for move in start.moves():
            echo(f"{move} {count(start.play(move), depth - 1)}")
    for plies in range(depth if divide else min(1, depth), depth + 1):
        echo(f"{plies} {count(start, plies)}")


def engine(
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="level, where a request names none")
    ] = "master",
    seconds: Annotated[
        float | None, typer.Option(min=0, help="seconds per move, where a request names none")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="simulations per move, where a request names none")
    ] = None,
    seed: Annotated[int, typer.Option(help="random seed, where a request names none")] = 0,
    cores: Cores = 1,
) -> None:
    """Run as an engine for other programs: JSON lines in, moves and evaluations out."""
    from sommet.engine.engine_server import EngineDefaults, serve

    def write_line(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    requests = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    serve(requests, write_line, EngineDefaults(level, seconds, simulations, seed, cores))


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="default: all games")
    ] = None,
) -> None:
    """Compile a game's code ahead of time, so the first move doesn't have to wait."""
    from sommet.cli.console import print_text
    from sommet.cli.language import localize
    from sommet.core import registry
    from sommet.engine.warmup import warm_up_all

    names = games or [*registry.names()]
    for name in names:
        registry.kind(name)  # refuses what is not a game, before anything is compiled
    print_text(localize("warm_begins", games=", ".join(names)))
    for done in warm_up_all(names, os.cpu_count() or 1):
        if not registry.kind(done.game).has_part("kernel"):
            print_text(localize("warm_no_kernel", name=done.game))
        elif done.functions:
            seconds = f"{done.seconds:.0f}"
            print_text(
                localize("warm_compiled", name=done.game, count=done.functions, seconds=seconds)
            )
        else:
            print_text(localize("warm_ready", name=done.game))


app.command()(analyse)
app.command()(arena)
app.command()(daily)
app.command()(engine)
app.command()(probe)
app.command()(solve)
app.command()(serve)
app.command()(site)
app.command()(warm)
app.add_typer(operate, name="operate")
