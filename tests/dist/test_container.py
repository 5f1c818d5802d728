"""What hosts start in containers is written without a fault, as far as that can be told without a
container."""

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
from tests.server.services import SERVE

BIN = Path(sys.executable).parent
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))[
    "services"
]


def test_the_linter_has_nothing_to_say() -> None:
    done = subprocess.run(
        [BIN / "hadolint", ROOT / "Containerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_copied_is_there_and_sent_to_the_builder() -> None:
    copied = {
        name
        for words in re.findall(r"^COPY (?!--)(.+)$", CONTAINERFILE, re.MULTILINE)
        for name in shlex.split(words)[:-1]
    }
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    for name in copied - {"buil[d]"}:
        assert (ROOT / name).exists()
        assert f"!{name}" in sent


def test_the_tables_command_is_one_that_the_table_knows() -> None:
    asked = [word for word in SERVICES["table"]["command"] if word.startswith("--")]
    wide = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    helped = subprocess.run(
        [*SERVE, "--help"], capture_output=True, text=True, check=True, env=wide
    )
    assert [word for word in asked if word not in helped.stdout] == []
    for name in ("SOMMET_DATABASE", "SOMMET_BROKER"):
        assert name in helped.stdout
        assert name in SERVICES["table"]["environment"]


def test_every_service_that_is_waited_for_is_there() -> None:
    assert {*SERVICES["table"]["depends_on"]} == {*SERVICES} - {"table"}
    for name, place in (("SOMMET_DATABASE", "database"), ("SOMMET_BROKER", "broker")):
        assert re.search(rf"[@/]{place}[:/]", SERVICES["table"]["environment"][name])
