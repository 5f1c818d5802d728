"""Players that choose moves, behind one small façade: `player` and `levels`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.extras import missing_extra
from sommet.core.game import Game
from sommet.core.message import Message
from sommet.engine.baselines import GreedyPlayer, RandomPlayer
from sommet.engine.level_config import OFFERED, PERFECT, RANDOM, Glance, Search, ladder
from sommet.engine.players import Analysis, Line, Player, Stop, Timed

if TYPE_CHECKING:
    from sommet.engine.mcts.player import SearchPlayer
    from sommet.engine.solve import PerfectPlayer

__all__ = ["Analysis", "Line", "Player", "Stop", "Timed", "levels", "player", "seatable"]

PERFECT_SECONDS = 2.0


def levels(game: str | Game[Any] | None = None) -> tuple[str, ...]:
    """The levels that people are offered, from weak to strong; of a game, those at which it can be
    played here: the ones that search need its kernel and the extra `fast`."""
    if game is None:
        return tuple(OFFERED)
    kind = registry.kind(game) if isinstance(game, str) else type(game)
    if not (registry.has_part(kind, "kernel") and find_spec("numba")):
        return tuple(name for name, level in OFFERED.items() if isinstance(level, Glance))
    return (*OFFERED, PERFECT) if registry.has_part(kind, "solver_adapter") else tuple(OFFERED)


def seatable(game: str | Game[Any]) -> tuple[str, ...]:
    """The levels that may sit at a table of a game: those that are offered, and `random`."""
    return (RANDOM, *levels(game))


def player(
    game: str | Game[Any],
    level: str = "gentle",
    *,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int | None = None,
    cores: int = 1,
) -> Player:
    """An opponent for a game, by level; see `docs/players.md`.

    `novice` and `gentle` answer at once. `club`, `strong` and `master` search for so many seconds
    or simulations a move, whichever are over first: by default two seconds, and `club` and `strong`
    for no more simulations than the game's ladder has for them. They need the extra `fast`, and on
    a machine where they have never played the game they are compiled first. With `cores` they
    search on so many at once, and share the simulations out among them; `club` and `strong` keep to
    one as long as only the ladder limits their simulations.

    `perfect`, for games that can be solved, plays what is proven by a table, a book or search, and
    its best guess where nothing is (two seconds a move).

    Nobody is offered `random`, which plays any move, and those for matches: `strong_v1`, which
    neither reads the others' moves nor reckons that they play for what they hold, `master_unread`
    without the first of these alone, `master_roleless` without the second, `master_open`, which
    hides nothing of what it holds, and `master_unjudged` without what was learnt.

    The seed decides every choice that does not depend on the clock.
    """
    game = registry.game(game) if isinstance(game, str) else game
    limits = {"seconds": seconds, "simulations": simulations, "cores": cores}
    for name, limit in limits.items():
        if limit is not None and limit <= 0:
            raise OptionError(
                "bad_limit", "`{name}` must be greater than 0, not {limit}.", name=name, limit=limit
            )
    if level == RANDOM:
        return RandomPlayer(seed)
    if level == PERFECT:
        return _perfect(game)(game, seconds or PERFECT_SECONDS)
    match ladder(game.id).get(level):
        case Glance(moves, answers):
            return GreedyPlayer(seed, moves, answers)
        case Search() as search:
            limited = search.within(seconds, simulations)
            shared = simulations is not None or limited.simulations is None
            return _searching(game, level)(game, seed, limited, cores if shared else 1)
    raise OptionError(
        "unknown_level",
        "There is no level {level!r}. Choose from: {known}.",
        level=level,
        known=", ".join(levels(game)),
    )


def _searching(game: Game[Any], level: str) -> type[SearchPlayer]:
    if fault := missing_extra(Message("player.level", {"level": level}), "fast", "numba", "numpy"):
        raise fault
    try:
        from sommet.engine.mcts.player import SearchPlayer
        from sommet.machine.kernel_interface import kernel_for

        kernel_for(game)
    except ModuleNotFoundError as error:
        if error.name == f"{type(game).__module__}.kernel":
            raise OptionError(
                "no_kernel",
                "Level {level} needs a kernel, and {game} has none.",
                level=level,
                game=game.name,
            ) from None
        raise
    return SearchPlayer


def _perfect(game: Game[Any]) -> type[PerfectPlayer]:
    _searching(game, PERFECT)
    from sommet.engine.solve import PerfectPlayer, solving_for

    solving_for(game)
    return PerfectPlayer
