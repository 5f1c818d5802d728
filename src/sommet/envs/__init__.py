"""Environments for PettingZoo, Gymnasium and OpenSpiel. Needs the extra `envs`.

Every registered game with a kernel has a module here, created on first use:

    from sommet.envs import <id>_v0

    env = <id>_v0.env(render_mode="ansi")
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from sommet.core import registry

__all__: list[str] = []

SUFFIX = "_v0"


def __dir__() -> list[str]:
    return [f"{name}{SUFFIX}" for name in registry.names()]


@cache
def _module(name: str) -> ModuleType:
    from sommet.envs.aec import module

    return module(name)


def __getattr__(name: str) -> ModuleType:
    game = name.removesuffix(SUFFIX)
    if name.endswith(SUFFIX) and game in registry.names():
        return _module(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
