"""Options from the environment and from a TOML file.

An option on the command line wins over the environment, the environment over the file, and the file
over the default.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from sommet.core.errors import OptionError

__all__ = ["PREFIX", "Config", "SharedConfig", "option_names"]

PREFIX = "SOMMET_"
"""An option's environment variable is its name in capitals after this prefix."""
SEPARATOR = re.compile(r"[;\n]")
"""Separates the values of an option that can be repeated, in an environment variable."""
FILE_OPTION = "config"


def option_names(command: Any) -> dict[str, Any]:
    """The options of a command that the environment and a file can set, by name."""
    return {
        each.name: each
        for each in command.params
        if each.param_type_name == "option" and each.name not in (FILE_OPTION, "help")
    }


def _read_all(context: typer.Context, file: Path | None) -> Path | None:
    """Use the environment and the file as defaults. Refuses unknown keys."""
    return _read(context, file, shared=False)


def _read_shared(context: typer.Context, file: Path | None) -> Path | None:
    """Use the environment and the server's file as defaults, for the options that this command
    shares with the server."""
    return _read(context, file, shared=True)


def _read(context: typer.Context, file: Path | None, *, shared: bool) -> Path | None:
    options = option_names(context.command)
    path = file or (Path(named) if (named := os.environ.get(f"{PREFIX}CONFIG")) else None)
    context.default_map = {
        **(_from_file(path, options, shared=shared) if path else {}),
        **_from_environment(options),
    }
    return path


def _from_environment(options: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, option in options.items():
        variable = f"{PREFIX}{name.upper()}"
        value: Any = os.environ.get(variable, "").strip()
        if not value:
            continue
        if option.multiple:
            value = [each.strip() for each in SEPARATOR.split(value) if each.strip()]
        kind = _type_of(option)
        with suppress(ValueError, typer.BadParameter):
            value = option.type.convert(value, option, None) if kind is bool else kind(value)
        found[name] = _checked(option, value, variable, f"{variable}={_example(option)}")
    return found


def _from_file(path: Path, options: Mapping[str, Any], *, shared: bool) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(
            "config_unreadable", "Can't read {file}: {why}.", file=str(path), why=error.strerror
        ) from None
    except ValueError as error:  # neither UTF-8 nor TOML
        raise OptionError(
            "config_not_toml", "{file} is not valid TOML: {why}.", file=str(path), why=str(error)
        ) from None
    if not shared and (unknown := sorted(content.keys() - options.keys())):
        raise OptionError(
            "config_unknown",
            "Unknown key {key!r} in {file}. Valid keys: {keys}.",
            key=unknown[0],
            file=str(path),
            keys=", ".join(sorted(options)),
        )
    found: dict[str, Any] = {}
    for name, given in content.items():
        if option := options.get(name):
            table = option.multiple and isinstance(given, dict)
            value = [f"{key}={each}" for key, each in given.items()] if table else given
            example = json.dumps(_example(option), ensure_ascii=False)
            found[name] = _checked(option, value, f"{path}: {name}", f"{name} = {example}")
    return found


def _type_of(option: Any) -> type[bool | int | float | str | list[str]]:
    """The type of an option's value; a list for an option that can be repeated."""
    if option.multiple:
        return list
    kinds = {"boolean": bool, "int": int, "int range": int, "float": float}
    return kinds.get(option.type.name, str)


def _example(option: Any) -> object:
    """A value of the right type."""
    kind = _type_of(option)
    if kind in (bool, int, float):
        return kind(1)
    return [option.metavar] if kind is list else option.metavar or "TEXT"


def _checked(option: Any, value: Any, where: str, example: str) -> Any:
    """The value, if the option can have it."""
    kind = _type_of(option)
    fits = type(value) is kind or (kind is float and type(value) is int)
    if not fits or (kind is list and not all(isinstance(each, str) for each in value)):
        raise OptionError(
            "config_type",
            "{where} has a value of the wrong type. Write it like this: {example}",
            where=where,
            example=example,
        )
    try:
        for each in value if kind is list else (value,):
            option.type.convert(each, option, None)
    except typer.BadParameter as error:
        raise OptionError(
            "config_value", "Invalid value of {where}: {why}", where=where, why=error.message
        ) from None
    return value


def _option(read: Any) -> Any:
    return typer.Option(
        metavar="FILE",
        help="TOML file with options; also SOMMET_CONFIG",
        is_eager=True,
        callback=read,
    )


Config = Annotated[Path | None, _option(_read_all)]
"""The option that names the file, for the command that the file is for."""
SharedConfig = Annotated[Path | None, _option(_read_shared)]
"""The same option for a command that shares some options."""
