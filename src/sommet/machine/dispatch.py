"""Calls the functions of a game's part on any state: `kernel.py` or `solver_adapter.py`.

The class of a state is defined in a game's kernel, so it identifies the game's folder. Compiled
code calls the game's own function, chosen by the type of the state; Python code calls an exported
function, which may be in the shipped library, or (as all code when compilation is off) looks the
game's own up at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from sommet.core.game_folders import find_part
from sommet.machine.code_cache import PLAIN_PYTHON
from sommet.machine.exports import Export
from sommet.machine.jit import JIT, Overload, overload_with, require_jit

if JIT:
    from numba.extending import overload as numba_overload

__all__ = ["Part"]

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound=Export)


class Part:
    """A part of a game's folder whose functions take a state as their first argument."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: list[tuple[Any, FunctionType, bool]] = []
        self._modules: dict[type, ModuleType | None] = {}
        self._exports: dict[str, Callable[..., Any]] = {}
        self._has: set[tuple[type, str]] = set()
        """The functions that parts are known to have, by type of state."""
        self._targets: list[Overload] = [overload_with(numba_overload)] if JIT else []

    def required(self, result: Callable[[Any], Any]) -> Callable[[F], F]:
        """Decorate the declaration of a function that every part of this name has. `result` turns
        what compiled code returns to Python into what the function promises, such as a word."""
        return lambda declared: self._add(declared, result, optional=False)

    def optional(self, result: Callable[[Any], Any]) -> Callable[[F], F]:
        """Like `required`, but a game without the function uses the decorated one."""
        return lambda declared: self._add(declared, result, optional=True)

    def call_through(self, export: E) -> E:
        """Decorate an exported function that Python calls instead of the one with its name, unless
        compilation is off."""
        if not PLAIN_PYTHON:
            self._exports[export.name] = export
        return export

    def compile_with(self, overload: Overload) -> None:
        """Make the functions callable from code compiled for another target, by its `overload`."""
        target = overload_with(overload)
        self._targets.append(target)
        for function in self._functions:
            self._compile(target, *function)

    def _add(self, declared: F, result: Callable[[Any], Any], *, optional: bool) -> F:
        name, defaults = declared.__name__, cast("Any", declared).__defaults__ or ()
        arguments_expected = len(signature(declared).parameters) - 1

        @wraps(declared)
        def call(state: Any, *arguments: Any) -> Any:
            kind = type(state)
            if name in self._exports and (
                optional or (kind, name) in self._has or self._finds(kind, name)
            ):
                return self._exports[name](state, *arguments)
            require_jit(kind.__module__)
            function = getattr(self.module(kind), name, declared)
            if missing := arguments_expected - len(arguments):
                arguments = (*arguments, *defaults[-missing:])
            return result(function(state, *arguments))

        entry = (call, cast("FunctionType", declared), optional)
        self._functions.append(entry)
        for target in self._targets:
            self._compile(target, *entry)
        return cast("F", call)

    def _finds(self, kind: type, name: str) -> bool:
        """Whether the game's part has a function."""
        found = hasattr(self.module(kind), name)
        if found:
            self._has.add((kind, name))
        return found

    def module(self, kind: type) -> ModuleType | None:
        """The game's part for a type of state, or None."""
        if kind not in self._modules:
            package, _, module = kind.__module__.rpartition(".")
            self._modules[kind] = find_part(package, self.name) if module == "kernel" else None
        return self._modules[kind]

    def _compile(
        self, target: Overload, function: Any, declared: FunctionType, optional: bool
    ) -> None:
        names = ", ".join(signature(declared).parameters)
        call_own = eval(f"lambda own: lambda {names}: own({names})")

        def choose(state: Any, *arguments: Any) -> Any:
            kind = getattr(state, "instance_class", None)
            own = getattr(self.module(kind), declared.__name__, None) if kind else None
            if own is not None:
                return call_own(own)
            # A copy, because it is given a name of its own.
            return FunctionType(declared.__code__, declared.__globals__) if optional else None

        cast("Any", choose).__signature__ = signature(declared)
        target(function, strict=False)(choose)
