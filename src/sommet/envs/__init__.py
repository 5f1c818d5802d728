"""The games where learners already are: PettingZoo, Gymnasium, OpenSpiel. Needs the extra `envs`.

Every game that is registered and has a kernel has its module here, made when it is asked for:

    from sommet.envs import <id>_v0

    env = <id>_v0.env(render_mode="ansi")
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from sommet.core import registry

__all__: list[str] = []

ENDING = "_v0"


def __dir__() -> list[str]:
    return [f"{name}{ENDING}" for name in registry.names()]


@cache
def _module(name: str) -> ModuleType:
    from sommet.envs.aec import module

    return module(name)


def __getattr__(name: str) -> ModuleType:
    game = name.removesuffix(ENDING)
    if name.endswith(ENDING) and game in registry.names():
        return _module(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
