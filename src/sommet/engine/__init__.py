"""Computer players: `player` creates one, `levels` lists what a game offers."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sommet.core import registry
from sommet.core.deal import check_seed
from sommet.core.errors import OptionError, missing_extra
from sommet.core.game import Game
from sommet.core.message import Message
from sommet.engine.baselines import GreedyPlayer, RandomPlayer
from sommet.engine.level_config import (
    OFFERED,
    PERFECT,
    RANDOM,
    GreedyLevel,
    SearchLevel,
    level_configs,
)
from sommet.engine.players import (
    Analysis,
    Analyst,
    Line,
    Player,
    Progress,
    SlicedAnalyst,
    Slices,
    Stop,
    Timed,
)

if TYPE_CHECKING:
    from sommet.engine.mcts.player import SearchPlayer
    from sommet.engine.solve import PerfectPlayer

__all__ = [
    "Analysis",
    "Analyst",
    "Line",
    "Player",
    "Progress",
    "SlicedAnalyst",
    "Slices",
    "Stop",
    "Timed",
    "can_run_kernel",
    "levels",
    "player",
    "seat_levels",
]

PERFECT_S = 2.0


def levels(game: str | Game[Any] | None = None) -> tuple[str, ...]:
    """The levels offered to people, from weak to strong; for a game, those available here. Levels
    that search need the game's kernel, compiled."""
    if game is None:
        return tuple(OFFERED)
    kind = type(registry.game(game))
    if not can_run_kernel(kind):
        return tuple(name for name, level in OFFERED.items() if isinstance(level, GreedyLevel))
    return (*OFFERED, PERFECT) if kind.has_part("solver_adapter") else tuple(OFFERED)


def can_run_kernel(kind: type[Game[Any]], function: str = "run_simulations") -> bool:
    """Whether a game has a kernel and a function such as the search can run with it here: by Numba,
    or in the shipped library."""
    if not kind.has_part("kernel"):
        return False
    if find_spec("numba"):
        return True
    from sommet.machine import shipped_library

    library = shipped_library.loaded()
    package = kind.__module__.rpartition(".")[0]
    name = shipped_library.symbol(package, function)
    return bool(library and library.function(name))


def seat_levels(game: str | Game[Any]) -> tuple[str, ...]:
    """The levels that can take a seat at a table: the offered ones and `random`."""
    return (RANDOM, *levels(game))


def player(
    game: str | Game[Any],
    level: str = "gentle",
    *,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int | None = None,
    cores: int = 1,
) -> SlicedAnalyst:
    """An opponent for a game, by level; see `docs/players.md`.

    `novice` and `gentle` answer immediately. `club`, `strong` and `master` search until `seconds`
    or `simulations` per move are used up, whichever comes first: two seconds by default, and for
    `club` and `strong` also the level's own number of simulations. `cores` is the number of threads
    that share the simulations; `club` and `strong` use one while only their level limits the
    simulations. The package has these players compiled for our games; for other games they need the
    extra `jit`, which compiles a game on its first use on a machine.

    `perfect`, for solved games, plays what a table, a book or a search proves, and its best guess
    elsewhere (two seconds per move).

    `random` plays any move.

    The seed decides every choice that does not depend on the clock.
    """
    game, seed = registry.game(game), check_seed(seed)
    limits = {"seconds": seconds, "simulations": simulations, "cores": cores}
    for name, limit in limits.items():
        if limit is not None and limit <= 0:
            raise OptionError(
                "bad_limit", "`{name}` must be greater than 0, not {limit}.", name=name, limit=limit
            )
    if level == RANDOM:
        return RandomPlayer(seed, game)
    if level == PERFECT:
        return _perfect_player_class(game)(game, seconds or PERFECT_S)
    match level_configs(game.id).get(level):
        case GreedyLevel(moves, answers):
            return GreedyPlayer(seed, moves, answers, game)
        case SearchLevel() as search:
            limited = search.within(seconds, simulations)
            shared = simulations is not None or limited.simulations is None
            return _search_player_class(game, level)(game, seed, limited, cores if shared else 1)
    raise OptionError(
        "unknown_level",
        "There is no level {level!r}. Choose {known}.",
        level=level,
        known=levels(game),
    )


def _search_player_class(game: Game[Any], level: str) -> type[SearchPlayer]:
    if not game.has_part("kernel"):
        raise OptionError(
            "no_kernel",
            "Level {level} needs a kernel, and {game} has none.",
            level=level,
            game=game.name,
        )
    part = Message("player.level", {"level": level})
    if not can_run_kernel(type(game)) and (fault := missing_extra(part, "jit", "numba")):
        raise fault
    from sommet.engine.mcts.player import SearchPlayer

    return SearchPlayer


def _perfect_player_class(game: Game[Any]) -> type[PerfectPlayer]:
    _search_player_class(game, PERFECT)
    from sommet.engine.solve import PerfectPlayer, solver_adapter_for

    solver_adapter_for(game)
    return PerfectPlayer
