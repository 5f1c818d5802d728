"""Mutation tests: break one thing in a game's rules at a time and run its clause tests.

    python scripts/mutants.py [GAME ...]

Every comparison, number, condition and so on in `board.py` and `rules.py` is changed once, and each
change runs the game's clause tests in its own process. Changes that no test notices are printed:
they show a missing test, or an equivalent change.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

import sommet

ROOT = Path(__file__).resolve().parent.parent
CLAUSES = ("rules", "end", "variants", "deal")
"""The files with clause tests, such as `test_rules.py`, if a game has them."""
TIMEOUT_S = 30
"""Processor seconds after which a test run counts as an endless loop, and thus as noticed."""

PLAIN = (
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
}
RENAMES = {"all": "any", "any": "all", "min": "max", "max": "min"}
NOT_RULES = ("evaluate", "lone")
"""Used by the one-move player only."""


def mutations(node: ast.AST) -> Iterator[ast.AST]:
    """Possible replacements of a node."""
    match node:
        case ast.operator() | ast.cmpop():
            yield from (other() for other in SWAPS.get(type(node), ()))
        case ast.BoolOp(values=values):
            yield from values  # one side alone
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(value=str(value)) if " " not in value:  # words are for people
            yield ast.Constant(f"{value}?")
        case ast.Name(id=name) if name in RENAMES:
            yield ast.Name(RENAMES[name], ast.Load())
        case ast.If(body=body, orelse=orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.comprehension(ifs=[_, *_] as ifs):
            for index in range(len(ifs)):
                left_out = [*ifs[:index], *ifs[index + 1 :]]
                yield ast.comprehension(node.target, node.iter, left_out, node.is_async)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield ast.Pass()


def children(node: ast.AST) -> Iterator[tuple[Any, Any, ast.AST]]:
    """Every node below this one that affects the rules, and its parent."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        held = enumerate(value) if isinstance(value, list) else [(name, value)]
        for key, child in held:
            match child:
                case ast.FunctionDef(name=function) if function in NOT_RULES:
                    continue
                case ast.Assign(targets=[ast.Name(id="__all__")]):
                    continue
                case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
                    continue
                case ast.AST():
                    yield (value if isinstance(value, list) else node), key, child
                    yield from children(child)


def mutants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Changes the tree in one place at a time; yields the line and the change."""
    line = 0
    for holder, key, node in children(tree):
        line = getattr(node, "lineno", line)
        for other in mutations(node):
            _attach(holder, key, other)
            yield line, f"{_text(node)}  ->  {_text(other)}"
        _attach(holder, key, node)


def _attach(holder: Any, key: Any, node: ast.AST) -> None:
    if isinstance(holder, list):
        holder[key] = node
    else:
        setattr(holder, key, node)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.operator | ast.cmpop):
        return type(node).__name__
    return ast.unparse(node).split("\n")[0]


class Mutant(importlib.machinery.SourceFileLoader):
    """Loads one module from other code than its file's."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if name == self.name:
            return importlib.util.spec_from_file_location(name, self.path, loader=self)
        return None


def is_detected(game: str, module: str, path: Path, tree: ast.Module) -> bool:
    """Whether a game's clause tests fail with this code in place of the module's."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (TIMEOUT_S, TIMEOUT_S))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        try:
            code = compile(ast.fix_missing_locations(tree), str(path), "exec")
            sys.meta_path.insert(0, Mutant(module, str(path), code))
            tests = (f"tests/games/{game}/test_{kind}.py" for kind in CLAUSES)
            failed = pytest.main(["-x", *PLAIN, *filter(os.path.exists, tests)])
        except BaseException:
            failed = 1
        os._exit(1 if failed else 0)
    return os.waitpid(child, 0)[1] != 0


def main(games: list[str]) -> None:
    os.chdir(ROOT)
    importlib.import_module("hypothesis")  # once, and not again in every process
    total = survived = 0
    for game in games or sommet.names():
        for name in ("board", "rules"):
            path = ROOT / "src" / "sommet" / "games" / game / f"{name}.py"
            if not path.exists():
                continue
            module, tree = f"sommet.games.{game}.{name}", ast.parse(path.read_text("utf-8"))
            if is_detected(game, module, path, tree):
                sys.exit(f"The clause tests of {game} fail without any change.")
            began, count, missed = time.monotonic(), 0, 0
            for line, change in mutants(tree):
                count += 1
                if not is_detected(game, module, path, tree):
                    missed += 1
                    print(f"{path.relative_to(ROOT)}:{line}: {change}", flush=True)
            seconds = time.monotonic() - began
            print(
                f"{game} {name}: {count - missed} of {count} noticed, {seconds:.0f} s", flush=True
            )
            total, survived = total + count, survived + missed
    print(f"{total - survived} of {total} changes noticed ({1 - survived / total:.1%})")


if __name__ == "__main__":
    main(sys.argv[1:])
