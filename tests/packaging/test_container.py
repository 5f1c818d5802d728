"""The container files are valid, as far as that can be checked without running a container."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from scripts.wheels import ROOT
from sommet.cli.config import PREFIX
from tests.server.services import SERVE

BIN = Path(sys.executable).parent
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))[
    "services"
]


def test_the_containerfile_passes_its_linter() -> None:
    done = subprocess.run(
        [BIN / "hadolint", ROOT / "Containerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_copied_files_exist_and_are_in_the_build_context() -> None:
    copied = {
        name
        for words in re.findall(r"^COPY (?!--)(.+)$", CONTAINERFILE, re.MULTILINE)
        for name in shlex.split(words)[:-1]
    }
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    for name in copied - {"buil[d]"}:
        assert (ROOT / name).exists()
        assert f"!{name}" in sent


def test_the_server_supports_every_option_of_its_command() -> None:
    options = [word for word in SERVICES["table"]["command"] if word.startswith("--")]
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    result = subprocess.run(
        [*SERVE, "--help"], capture_output=True, text=True, check=True, env=environment
    )
    assert [word for word in options if word not in result.stdout] == []
    variables = [name for name in SERVICES["table"]["environment"] if name.startswith(PREFIX)]
    assert {"SOMMET_DATABASE", "SOMMET_BROKER"} <= {*variables}
    for name in variables:
        assert f"--{name.removeprefix(PREFIX).lower().replace('_', '-')} " in result.stdout


def test_every_service_the_server_depends_on_is_defined() -> None:
    assert {*SERVICES["table"]["depends_on"]} == {*SERVICES} - {"table"}
    for name, place in (("SOMMET_DATABASE", "database"), ("SOMMET_BROKER", "broker")):
        assert re.search(rf"[@/]{place}[:/]", SERVICES["table"]["environment"][name])
