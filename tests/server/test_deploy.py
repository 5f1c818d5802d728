"""The files in `deploy` and `compose.yaml`: what can be checked without a container engine or
a running systemd. `drills/test_proxies.py` starts the proxies."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from sommet.cli.app import app
from sommet.cli.config import PREFIX, option_names

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MAX_EXPOSURE = 15
"""Ten times what `systemd-analyze security` may say at most."""


def variables() -> set[str]:
    """The environment variables that `sommet serve` reads."""
    commands: Any = get_command(app)
    return {f"{PREFIX}{name.upper()}" for name in option_names(commands.commands["serve"])}


def test_every_container_of_the_compose_file_is_fenced() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    for name, service in compose["services"].items():
        assert service["read_only"] is service["init"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert {"mem_limit", "pids_limit"} <= service.keys(), name
        assert service["logging"]["options"]["max-size"], name
    table = compose["services"]["table"]
    assert table["environment"].keys() <= variables()
    assert {"SOMMET_URL", "SOMMET_PROXY"} <= table["environment"].keys()
    assert all(port.startswith("127.0.0.1:") for port in table["ports"])


def test_docker_accepts_the_compose_file() -> None:
    docker = ["docker", "compose"]
    if not shutil.which("docker") or subprocess.run([*docker, "version"]).returncode:
        pytest.skip("docker compose is not installed")
    command = [*docker, "--file", str(ROOT / "compose.yaml"), "config", "--quiet"]
    subprocess.run(command, check=True, env={"PATH": "/usr/bin", "SOMMET_PASSWORD": "secret"})


def test_systemd_accepts_the_unit_and_finds_it_fenced(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    text = (DEPLOY / "sommet.service").read_text()
    unit = tmp_path / "sommet.service"
    unit.write_text(text.replace("/opt/sommet/bin/sommet", "/bin/true"))
    subprocess.run(["systemd-analyze", "verify", "--man=no", unit], check=True)
    exposure = ["security", "--offline=yes", f"--threshold={MAX_EXPOSURE}", "--no-pager"]
    subprocess.run(["systemd-analyze", *exposure, unit], check=True, stdout=subprocess.DEVNULL)


def test_the_quadlet_is_fenced_and_sets_options_that_exist() -> None:
    text = (DEPLOY / "sommet.container").read_text()
    lines = {line for line in text.splitlines() if "=" in line and not line.startswith("#")}
    fences = {"ReadOnly=true", "DropCapability=ALL", "NoNewPrivileges=true", "RunInit=true"}
    assert fences <= lines
    assert set(re.findall(r"^Environment=(\w+)=", text, re.M)) <= variables()
