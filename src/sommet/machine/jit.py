"""Compilation with Numba: `njit`, `inlined` and `threaded`.

Modules with compiled functions import `np` from here: NumPy if these functions may run in this
process as they are written, else None.

Every compiled function has a unique qualified name. Numba names a symbol after
the function's qualified name, its argument types and a counter of the process; two functions whose
symbols are equal, compiled by different processes and loaded together, would silently become one.
"""

from __future__ import annotations

import gc
import hashlib
import itertools
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast

from sommet.core.errors import missing_extra
from sommet.machine.arrays import Element
from sommet.machine.code_cache import FOLDER, JIT, PLAIN_PYTHON, CodeCache, compile_lock

CAN_RUN_KERNELS = JIT or PLAIN_PYTHON
"""Whether compiled functions can run in this process as they are written, outside a library."""

if TYPE_CHECKING or CAN_RUN_KERNELS:
    import numpy as np
else:
    np = None

if JIT:
    import numba
    from numba.core import event
    from numba.core.bytecode import FunctionIdentity
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher

__all__ = [
    "CAN_RUN_KERNELS",
    "JIT",
    "Overload",
    "Progress",
    "compile_for",
    "inlined",
    "lookup_table",
    "njit",
    "np",
    "on_link",
    "on_progress",
    "on_recompile",
    "overload_with",
    "recompile_all",
    "require_jit",
    "threaded",
]

F = TypeVar("F", bound=Callable[..., Any])
Overload: TypeAlias = Callable[..., Callable[[Any], Any]]
"""Numba's `overload`, or that of another target."""

SHARED = "shared"
"""Used as the game of functions that don't belong to one."""


class Progress(NamedTuple):
    """A compilation event, as reported to `on_progress`."""

    game: str
    """The folder name of the game that the code is compiled for, or "shared"."""
    function: str
    """The qualified name of the function."""
    waited_s: float = 0.0
    """Seconds spent waiting for another process that compiles it; 0.0 if this process does."""


# --- names -----------------------------------------------------------------------------------

_named: dict[str, tuple[str, int]] = {}
"""Where the function with each qualified name is defined."""
_generated: set[Any] = set()
"""Functions generated for one type of state; Numba doesn't expose their compiled form."""

# Numba's own helpers have closures too, and we can't choose their names. With a counter that starts
# at a random number in every process, symbols of different processes never collide.
if JIT and hasattr(FunctionIdentity, "_unique_ids"):
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


def _name(function: F) -> F:
    """Check that a function's qualified name is unique; a closure gets its own name with a digest
    of everything it depends on."""
    if "<" in function.__qualname__:
        digest = hashlib.sha256(repr(_dependencies(function)).encode()).hexdigest()[:20]
        stem = function.__name__.strip("<>")
        function.__name__ = function.__qualname__ = f"{stem}_{digest}"
    else:
        name = f"{function.__module__}.{function.__qualname__}"
        place = (function.__code__.co_filename, function.__code__.co_firstlineno)
        if _named.setdefault(name, place) != place:
            raise NameError(f"Two compiled functions are called {name}; rename one of them.")
    return function


def _dependencies(value: Any) -> Any:
    """Everything that affects what a function or a constant compiles to, as plain values."""
    match value:
        case Dispatcher():
            return _dependencies(value.py_func)
        case CodeType():
            constants = [_dependencies(constant) for constant in value.co_consts]
            return value.co_code, constants, value.co_names, value.co_varnames
        case type():
            fields = getattr(value, "_fields", ())
            return value.__module__, value.__qualname__, fields
        case ModuleType():
            return value.__name__
        case np.ndarray():
            return value.dtype.str, value.shape, value.tobytes()
        case tuple() | list():
            return type(value).__name__, [_dependencies(item) for item in value]
    code = getattr(value, "__code__", None)
    if code is None:
        return type(value).__name__, repr(value)
    if "<" not in value.__qualname__ and value.__module__ is not None:
        return value.__module__, value.__qualname__
    closed = [_dependencies(cell.cell_contents) for cell in value.__closure__ or ()]
    used = [
        _dependencies(value.__globals__[name])
        for name in code.co_names
        if name in value.__globals__
    ]
    return value.__module__, value.__qualname__, _dependencies(code), closed, used


def overload_with(overload: Overload) -> Overload:
    """Wrap the `overload` of a target so that implementations that are chosen by type get unique
    names."""

    def register(function: Any, **options: Any) -> Callable[[Any], Any]:
        def decorate(choose: Any) -> Any:
            @wraps(choose)
            def named(*types: Any, **more: Any) -> Any:
                implementation = choose(*types, **more)
                if implementation is not None:
                    implementation.__qualname__ = f"{function.__qualname__}.<{choose.__name__}>"
                    _generated.add(_name(implementation))
                return implementation

            overload(function, **options)(named)
            return choose

        return decorate

    return register


# --- compiling -------------------------------------------------------------------------------

_dispatchers: list[Any] = []
_listeners: list[Callable[[Progress], None]] = []
_checks: list[Callable[[type, Any], None]] = []
_resets: list[Callable[[], None]] = []
_announced: set[str] = set()


def on_progress(listener: Callable[[Progress], None]) -> Callable[[], None]:
    """Call a listener before each function is compiled, and every few seconds while another process
    compiles it. Returns a function that removes the listener. Without listeners, one line per game
    is written to standard error if it is a terminal."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def on_link(check: Callable[[type, Any], None]) -> None:
    """Call a check with the type of state and the function, whenever a function that Python calls
    has been compiled or loaded for a type of state."""
    _checks.append(check)


def on_recompile(reset: Callable[[], None]) -> None:
    """Call a function when all compiled code has become invalid; see `compile_for`."""
    _resets.append(reset)


def recompile_all() -> None:
    """Discard all compiled code in this process; functions are compiled again when they are next
    called."""
    with global_compiler_lock:
        generated = [
            found
            for found in gc.get_objects()
            if isinstance(found, Dispatcher) and found.py_func in _generated
        ]
        for dispatcher in (*generated, *_dispatchers):
            dispatcher._reset_overloads()
    for reset in _resets:
        reset()


def _report(progress: Progress) -> None:
    for listener in _listeners:
        listener(progress)
    if _listeners or progress.game in _announced or not _is_terminal():
        return
    _announced.add(progress.game)
    what = "the parts that all games share" if progress.game == SHARED else progress.game
    who = "another process compiles" if progress.waited_s else "compiling"
    ahead = "" if progress.game == SHARED else f" (`sommet warm {progress.game}` does it ahead)"
    print(f"sommet: {who} {what}, once on this machine{ahead}", file=sys.stderr, flush=True)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _state_in(signature: Any) -> type | None:
    """The type of state among the argument types: a NamedTuple that a kernel defines."""
    types = signature.args if hasattr(signature, "args") else signature
    for kind in types:
        found = getattr(kind, "instance_class", None)
        if found is not None and found.__module__.endswith(".kernel"):
            return cast("type", found)
    return None


def _game_of(module: str, signature: Any) -> str:
    """The folder name of the game that code is compiled for."""
    state = _state_in(signature)
    package, _, part = (state.__module__ if state else module).rpartition(".")
    of_game = state is not None or ".games." in module
    return package.rpartition(".")[2] if of_game and part else SHARED


class _Compilations:
    """Reports each of our functions that Numba compiles."""

    def notify(self, event: Any) -> None:
        if event.is_start and event.data["dispatcher"] in _dispatchers:
            function = event.data["dispatcher"].py_func
            game = _game_of(function.__module__, event.data["args"])
            _report(Progress(game, function.__qualname__))


if JIT:
    event.Listener.register(_Compilations)
    event.register("numba:compile", _Compilations())


def _watch(dispatcher: Any) -> None:
    """Make a dispatcher compile under the lock, report progress, and check linked code."""
    compile_usually, module = dispatcher.compile, dispatcher.py_func.__module__

    def compile(signature: Any) -> Any:
        if _types(signature) in dispatcher.overloads:
            return compile_usually(signature)
        game, name = _game_of(module, signature), dispatcher.py_func.__qualname__
        # Take Numba's lock too, so that a fork waits for it; see below.
        with (
            global_compiler_lock,
            compile_lock(lambda waited: _report(Progress(game, name, waited))) as outermost,
        ):
            entry = compile_usually(signature)
        if outermost and (state := _state_in(signature)):
            for check in _checks:
                check(state, dispatcher)
            entry = compile_usually(signature)  # the same, unless a check recompiled it
        return entry

    dispatcher.compile = compile


def _types(signature: Any) -> tuple[Any, ...]:
    return tuple(signature.args if hasattr(signature, "args") else signature)


def njit(function: F, inline: bool = False, nogil: bool = False, any_order: bool = False) -> F:
    """Compile a function when it is first called; with compilation off, it runs as Python.

    `any_order` lets floats be summed in any order, which is exact for integers.
    """
    if not JIT:
        return function
    compiled = numba.njit(
        error_model="numpy",
        forceinline=inline,
        nogil=nogil,
        fastmath={"reassoc"} if any_order else False,
    )(_name(function))
    module = function.__module__
    _dispatchers.append(compiled)
    if FOLDER:
        with suppress(RuntimeError):  # a function without a source file isn't cached
            compiled._cache = CodeCache(function, lambda signature: _game_of(module, signature))
    _watch(compiled)
    return cast("F", compiled)


def inlined(function: F) -> F:
    """Like `njit`, but inlined into its callers: kernels are many small functions in a loop."""
    return njit(function, inline=True)


def threaded(function: F) -> F:
    """Like `njit`, but releases the GIL, so that threads run in parallel."""
    function.__dict__["releases_gil"] = True  # for calls in the library
    return njit(function, nogil=True)


def compile_for(function: F, *like: Any) -> F:
    """The compiled code of a function for arguments of exactly these types. Calls skip the check of
    argument types, which for states takes longer than a step. Invalid after `on_recompile`."""
    if not JIT:
        return function
    compiled: Any = function
    return cast("F", compiled.compile(tuple(map(numba.typeof, like))))


def lookup_table(values: Any, element: Element) -> Any:
    """A constant array for compiled functions, of values in lists or tuples."""
    return np.array(values, element.name) if CAN_RUN_KERNELS else values


def require_jit(part: str) -> None:
    """Raise MissingExtra if code would have to be compiled for this part, and Numba is missing."""
    if not (JIT or PLAIN_PYTHON) and (fault := missing_extra(part, "jit", "numba")):
        raise fault


# A child forked while another thread compiles would wait forever for Numba's lock.
if JIT and hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=global_compiler_lock.acquire,
        after_in_parent=global_compiler_lock.release,
        after_in_child=global_compiler_lock.release,
    )
