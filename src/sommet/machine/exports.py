"""Compiled functions that Python calls; each is typed once, with `export`.

A call runs in the shipped library (`shipped_library.py`) if there is one for this machine that has
the function for the game, else in code that the JIT compiles. Both give the same results.

A library's functions take one argument, the address of a **frame**: 64-bit slots for the arguments
in order, followed by room for the results.

    LIKE     no slot: a state that only selects the game; not for one whose options matter
    STATE    one slot for each word
    WORD     one slot, unsigned
    INT      one slot, signed
    BOOL     one slot, 0 or 1
    FLOAT    one slot, the bits of a double
    Array    the address and the shape of an array (`arrays.py`)
    Group    the slots of each field of a tuple
    PerGame  a kind that depends on the game
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import Array as CArray
from ctypes import addressof, c_char, c_int64
from enum import Enum
from functools import cache
from struct import pack, unpack
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sommet.machine import shipped_library
from sommet.machine.arrays import Buffer, Element, Record
from sommet.machine.bits import u64
from sommet.machine.jit import compile_for, np, on_recompile, require_jit

__all__ = [
    "BOOL",
    "EXPORTS",
    "FLOAT",
    "INT",
    "LIKE",
    "STATE",
    "WORD",
    "Array",
    "Export",
    "Frame",
    "Group",
    "Kind",
    "PerGame",
    "Scalar",
    "dtype_of",
    "export",
    "slot_count",
]


class Scalar(Enum):
    """A kind of argument or result that isn't an array; see the top of the file."""

    LIKE = "like"
    STATE = "state"
    WORD = "word"
    INT = "int"
    BOOL = "bool"
    FLOAT = "float"


LIKE: Final = Scalar.LIKE
STATE: Final = Scalar.STATE
WORD: Final = Scalar.WORD
INT: Final = Scalar.INT
BOOL: Final = Scalar.BOOL
FLOAT: Final = Scalar.FLOAT


class Array(NamedTuple):
    """A kind of argument: an array. Python has it in C order; compiled code sees its axes reversed
    if the order is F."""

    element: Element | Record
    dimensions: int = 1
    order: Literal["C", "F"] = "C"

    def address(self, array: Buffer) -> int:
        """Where the data of an array begin; TypeError if it isn't of this kind. A `ctypes` array is
        taken as it is: that's five times as quick."""
        if isinstance(array, CArray):
            return addressof(array)
        view = array if isinstance(array, memoryview) else self._view_of(array)
        if not (view.c_contiguous and self._fits(view)):
            raise self._refusal(array)
        try:
            return addressof(c_char.from_buffer(view))
        except (TypeError, ValueError):  # a read-only or an empty array
            if hasattr(array, "ctypes"):
                return int(array.ctypes.data)
            if view.nbytes:
                raise self._refusal(array) from None
            return 0

    def numpy(self, array: Buffer) -> Any:
        """The array as the JIT's code sees it."""
        if not isinstance(array, np.ndarray):
            view = memoryview(array)
            if not self._fits(view):
                raise self._refusal(array)
            found = np.frombuffer(view, dtype_of(self.element))
            array = found.reshape(view.shape[: self.dimensions] if view.shape else ())
        return array.T if self.order == "F" else array

    def _fits(self, view: memoryview) -> bool:
        element = self.element
        return (
            view.format in element.formats
            and view.ndim == self.dimensions + element.axes
            and (not element.axes or (view.shape or ())[-1] == element.size)
        )

    def _view_of(self, array: Buffer) -> memoryview:
        try:
            return memoryview(array)
        except TypeError:
            raise self._refusal(array) from None

    def _refusal(self, array: object) -> TypeError:
        name = self.element.name if isinstance(self.element, Element) else "records"
        return TypeError(
            f"Compiled code expects an array of {name} with {self.dimensions} dimensions in C "
            f"order, not {getattr(array, 'dtype', type(array).__name__)} with shape "
            f"{getattr(array, 'shape', None)}."
        )


@cache
def dtype_of(element: Element | Record) -> Any:
    """NumPy's type of an element."""
    if isinstance(element, Record):
        return np.dtype([(name, field.name) for name, field in element.fields], align=True)
    return np.dtype(element.name)


class Group(NamedTuple):
    """A kind of argument: a tuple or a NamedTuple with fields of these kinds."""

    type: type
    fields: tuple[Any, ...]


class PerGame(NamedTuple):
    """A kind of argument that depends on the game."""

    choose: Callable[[type], Any]
    """The kind for a type of state."""


Kind: TypeAlias = Scalar | Array | Group | PerGame


class Frame(NamedTuple):
    """How the frame of an exported function is divided, for a type of state."""

    words: int
    """The number of words in a state."""
    arguments: tuple[tuple[int, Kind], ...]
    """The first slot and the kind of each argument …"""
    results: tuple[tuple[int, Scalar], ...]
    """… and of each result."""
    size: int
    """The number of slots."""

    @classmethod
    def of(cls, export: Export, state: type | None) -> Frame:
        words, at = len(getattr(state, "_fields", ())), 0
        arguments, results = list[tuple[int, Kind]](), list[tuple[int, Scalar]]()
        for declared in export.arguments:
            argument = _resolved(declared, state)
            arguments.append((at, argument))
            at += slot_count(argument, words)
        for result in export.results:
            results.append((at, result))
            at += slot_count(result, words)
        return cls(words, tuple(arguments), tuple(results), at)


def _resolved(kind: Kind, state: type | None) -> Kind:
    """A kind without parts that depend on the game."""
    match kind:
        case PerGame(choose) if state:
            return _resolved(choose(state), state)
        case Group(type, fields):
            return Group(type, tuple(_resolved(field, state) for field in fields))
    return kind


def slot_count(kind: Kind, words: int) -> int:
    """How many slots an argument or a result takes, for a state of `words` words."""
    match kind:
        case Array():
            return 1 + kind.dimensions
        case Group():
            return sum(slot_count(field, words) for field in kind.fields)
        case Scalar.LIKE:
            return 0
    return words if kind is STATE else 1


EXPORTS: dict[str, Export] = {}
"""Every exported function by its name, once its module is imported."""


class Export:
    """A compiled function that Python calls, with its types."""

    def __init__(
        self,
        function: Any,
        name: str,
        arguments: tuple[Kind, ...],
        results: tuple[Scalar, ...],
        serves: Callable[[type], bool],
    ) -> None:
        self.compiled = function
        """The function for the JIT; other compiled code may call it."""
        self.name = name
        self.arguments = arguments
        self.results = results
        self._serves = serves
        self._state_at = next(
            (at for at, kind in enumerate(arguments) if kind in (LIKE, STATE)), None
        )
        own = getattr(function, "py_func", function)
        self._releases_gil: bool = getattr(own, "releases_gil", False)
        self._calls: dict[type | None, Callable[..., Any]] = {}
        self._by_jit: dict[type | None, Callable[..., Any]] = {}
        self._codes: dict[type | None, Callable[..., Any]] = {}
        on_recompile(self._codes.clear)

    @property
    def has_state(self) -> bool:
        """Whether the function is compiled for each game."""
        return self._state_at is not None

    def serves(self, state: type | None) -> bool:
        """Whether libraries have the function for the game with this type of state; None: for no
        game in particular."""
        return self._serves(state) if self.has_state and state else self.has_state == bool(state)

    def __call__(self, *given: Any) -> Any:
        state = self._state_of(given)
        call = self._calls.get(state)
        if call is None:
            call = self._calls[state] = self._bound(shipped_library.loaded(), state, (), ())
        return call(*given)

    def bind(self, *given: Any, free: tuple[int, ...]) -> Callable[..., Any]:
        """A function of the arguments whose numbers are `free`; the others stay as given here. Free
        arrays must have the shape of those given here."""
        return self._bound(shipped_library.loaded(), self._state_of(given), given, free)

    def runs_in_library(self, state: type) -> bool:
        """Whether calls for the game with this type of state run in the shipped library."""
        library = shipped_library.loaded()
        return bool(library and library.function(self.symbol(state)))

    def by_jit(self, *given: Any) -> Any:
        """Call the JIT's code, for instance to compare it with a library's."""
        state = self._state_of(given)
        if state not in self._by_jit:
            self._by_jit[state] = self._jit_call(state)
        return self._by_jit[state](*given)

    def in_library(self, library: Any, *given: Any) -> Any:
        """Call the function of this library, for instance to compare it with the JIT's."""
        state = self._state_of(given)
        run = library.function(self.symbol(state))
        if run is None:
            raise LookupError(f"The library has no {self.symbol(state) or self.name}.")
        return self._library_call(run, state, given)()

    def _state_of(self, given: tuple[Any, ...]) -> type | None:
        return None if self._state_at is None else given[self._state_at].__class__

    def symbol(self, state: type | None) -> str:
        """The name of the function in libraries, for a type of state; empty for the games of other
        packages."""
        if state is None:
            return f"shared_{self.name}"
        return shipped_library.symbol(state.__module__.removesuffix(".kernel"), self.name)

    def _bound(
        self, library: Any, state: type | None, given: tuple[Any, ...], free: tuple[int, ...]
    ) -> Callable[..., Any]:
        run = library.function(self.symbol(state), self._releases_gil) if library else None
        if run:
            return self._library_call(run, state, given, free if given else None)
        require_jit(state.__module__ if state else self.compiled.__module__)
        return self._compiled_call(state, given, free) if given else self.by_jit

    def _jit_call(self, state: type | None) -> Callable[..., Any]:
        """A function of all arguments that calls the JIT's code."""
        kinds = [kind for _, kind in Frame.of(self, state).arguments]
        words = {WORD, STATE}.intersection(self.results)

        def call(*given: Any) -> Any:
            found = self.compiled(*map(_for_jit, given, kinds))
            return self._from_jit(found, state) if words else found

        return call

    def _from_jit(self, found: Any, state: type | None) -> Any:
        """What the JIT's code returned, with words as words."""
        if len(self.results) == 1:
            return _word_or_state(found, self.results[0], state)
        return tuple(
            _word_or_state(one, kind, state) for one, kind in zip(found, self.results, strict=True)
        )

    def _compiled_call(
        self, state: type | None, given: tuple[Any, ...], free: tuple[int, ...]
    ) -> Callable[..., Any]:
        """A function of the free arguments that calls the JIT's code."""
        kinds = [kind for _, kind in Frame.of(self, state).arguments]
        bound = [*map(_for_jit, given, kinds)]

        def code() -> Callable[..., Any]:
            if state not in self._codes:
                self._codes[state] = compile_for(self.compiled, *bound)
            return self._codes[state]

        scope: dict[str, Any] = {f"_{number}": value for number, value in enumerate(bound)}
        scope |= {f"kind_{number}": kind for number, kind in enumerate(kinds)}
        scope |= {"code": code, "for_jit": _for_jit}
        everything = ", ".join(
            f"for_jit(_{number}, kind_{number})" if number in free else f"_{number}"
            for number in range(len(given))
        )
        parameters = ", ".join(f"_{number}" for number in free)
        call: Callable[..., Any] = eval(f"lambda {parameters}: code()({everything})", scope)
        return call

    def _library_call(
        self,
        run: Callable[[Any], int],
        state: type | None,
        given: tuple[Any, ...],
        free: tuple[int, ...] | None = (),
    ) -> Callable[..., Any]:
        """A function of the free arguments, all if None, that calls the library. It fills a new
        frame for each call, so that threads can share it."""
        frame = Frame.of(self, state)
        words = frame.words
        slots = (c_int64 * frame.size)()
        scope: dict[str, Any] = {
            "kept": given,  # whose addresses are in the frame
            "copy": type(slots).from_buffer_copy,
            "blank": slots,
            "run": run,
            "State": state,
            "u64": u64,
            "bits": _bits,
            "double": _double,
            "error": RuntimeError(f"{self.symbol(state)} failed."),
        }
        parameters, lines = [], ["frame = copy(blank)"]
        for number, (at, kind) in enumerate(frame.arguments):
            name = f"_{number}"
            if free is not None:  # also the shapes of free arrays
                put = _put_lines(name, at, kind, words, True, scope)
                exec("\n".join(put) or "pass", scope, {"frame": slots, name: given[number]})
            if free is None or number in free:
                parameters.append(name)
                lines += _put_lines(name, at, kind, words, free is None, scope)
        found = [_get(at, kind, words) for at, kind in frame.results]
        lines += ["if run(frame): raise error", f"return {', '.join(found) or None}"]
        body = "\n    ".join(lines)
        exec(f"def call({', '.join(parameters)}):\n    {body}", scope)
        call: Callable[..., Any] = scope["call"]
        return call


def _put_lines(
    name: str, at: int, kind: Kind, words: int, shaped: bool, scope: dict[str, Any]
) -> list[str]:
    """Python that writes an argument to a frame, with its shape if it is an array and `shaped`."""
    match kind:
        case Array():
            scope[f"address_{at}"] = kind.address
            lines = [f"frame[{at}] = address_{at}({name})"]
            if shaped:
                shape = f"{name}.shape[:{kind.dimensions}]"
                shape += "[::-1]" if kind.order == "F" else ""
                lines += [f"frame[{at + 1}:{at + 1 + kind.dimensions}] = {shape}"]
            return lines
        case Group():
            lines = []
            for number, field in enumerate(kind.fields):
                lines += _put_lines(f"{name}[{number}]", at, field, words, shaped, scope)
                at += slot_count(field, words)
            return lines
        case Scalar.LIKE:
            return []
        case Scalar.STATE:
            return [f"frame[{at}:{at + words}] = [*map(int, {name})]"]
        case Scalar.FLOAT:
            return [f"frame[{at}] = bits({name})"]
    return [f"frame[{at}] = int({name})"]


def _for_jit(given: Any, kind: Kind) -> Any:
    """An argument for the JIT's code."""
    match kind:
        case Array():
            return kind.numpy(given)
        case Group(type, fields):
            found = map(_for_jit, given, fields)
            return tuple(found) if type is tuple else type(*found)
    return given


def _word_or_state(found: Any, kind: Scalar, state: type | None) -> Any:
    """A result of the JIT's code, which returns words as integers."""
    if kind is STATE and state:
        return state(*map(u64, found))
    return u64(found) if kind is WORD else found


def _bits(number: float) -> int:
    """The bits of a double as an integer."""
    found: int = unpack("=q", pack("=d", number))[0]
    return found


def _double(bits: int) -> float:
    """The double with these bits."""
    found: float = unpack("=d", pack("=q", bits))[0]
    return found


def _get(at: int, kind: Scalar, words: int) -> str:
    """Python that reads a result from a frame."""
    match kind:
        case Scalar.STATE:
            found = ", ".join(_get(at + word, WORD, 0) for word in range(words))
            return f"State({found})"
        case Scalar.WORD:
            return f"u64(frame[{at}] & 0xFFFFFFFFFFFFFFFF)"
        case Scalar.BOOL:
            return f"frame[{at}] != 0"
        case Scalar.FLOAT:
            return f"double(frame[{at}])"
        case _:
            return f"frame[{at}]"


def export(
    name: str,
    *arguments: Kind,
    returns: tuple[Scalar, ...] = (),
    serves: Callable[[type], bool] = lambda state: True,
) -> Callable[[Any], Export]:
    """Decorate a compiled function that Python calls. `returns` are the kinds of its results: one
    is returned as it is, several as a tuple. `serves` says whether a game needs the function, from
    its type of state."""

    def decorate(function: Any) -> Export:
        EXPORTS[name] = Export(function, name, arguments, returns, serves)
        return EXPORTS[name]

    return decorate
