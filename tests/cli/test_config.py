"""Options from the command line, the environment and a file; the table of them in the docs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from sommet.cli.app import app
from sommet.cli.config import PREFIX, option_names
from sommet.server.app import run
from sommet.server.runtime.settings import Settings
from tests.cli.fake_terminal import Terminal

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "operating.md"


class Served:
    """What `serve` was called with."""

    settings: Settings
    host: str
    port: int | None
    browser: bool


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Served:
    found = Served()

    def serve(
        settings: Settings, host: str, port: int | None, language: str, *, browser: bool
    ) -> None:
        found.settings, found.host, found.port, found.browser = settings, host, port, browser

    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return found


def serve_options() -> dict[str, Any]:
    commands: Any = get_command(app)
    return option_names(commands.commands["serve"])


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(
    terminal: Terminal, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sommet.toml"
    file.write_text(
        'port = 1001\nworkers = 2\nengines = 2\nbroker = "redis://file"\nretention = 30\n'
    )
    monkeypatch.setenv("SOMMET_PORT", "1002")
    monkeypatch.setenv("SOMMET_WORKERS", "3")
    monkeypatch.setenv("SOMMET_URL", "")  # as if it weren't set
    assert not terminal("serve", "--port", "1003", "--config", str(file)).status
    settings = served.settings
    assert (served.port, settings.workers, settings.engines) == (1003, 3, 2)
    assert (settings.broker, settings.retention, served.host) == ("redis://file", 30.0, "127.0.0.1")


def test_every_option_can_come_from_the_environment_and_from_the_file(
    terminal: Terminal, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values: dict[str, Any] = {}
    for name, option in serve_options().items():
        kinds = {"boolean": True, "int": 7, "int range": 7, "float": 7.5}
        values[name] = kinds.get(option.type.name, f"some-{name}")
    values |= {"limit": {"body": 1000}, "engine": {}, "proxy": "192.0.2.7"}
    values |= {"push_hosts": "push.example.org", "push_test_service": "http://127.0.0.1:9000"}

    def expect_all() -> None:
        settings = served.settings
        assert (served.host, served.port, served.browser) == ("some-host", 7, True)
        assert (settings.database, settings.secret_file) == ("some-database", "some-secret")
        assert (settings.broker, settings.url, settings.proxy) == (
            "some-broker",
            "some-url",
            "192.0.2.7",
        )
        assert (settings.workers, settings.engines, settings.max_pages) == (7, 7, 7)
        assert (settings.retention, settings.limits.body) == (7.5, 1000)

    file = tmp_path / "sommet.toml"
    tables = [name for name, value in values.items() if isinstance(value, dict)]
    lines = [f"{name} = {json.dumps(v)}" for name, v in values.items() if name not in tables]
    lines += [
        f"[{name}]\n" + "\n".join(f"{k} = {v}" for k, v in values[name].items()) for name in tables
    ]
    file.write_text("\n".join(lines))
    monkeypatch.setenv("SOMMET_CONFIG", str(file))
    assert not terminal("serve").status
    expect_all()
    monkeypatch.delenv("SOMMET_CONFIG")
    for name, value in values.items():
        text = ";".join(f"{k}={v}" for k, v in value.items()) if name in tables else str(value)
        monkeypatch.setenv(f"{PREFIX}{name.upper()}", text)
    assert not terminal("serve").status
    expect_all()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("prot = 8000", "Unknown key 'prot' in {file}. Valid keys: broker, browser, database,"),
        ("max-pages = 8", "Unknown key 'max-pages' in {file}."),
        (
            'port = "8000"',
            "{file}: port has a value of the wrong type. Write it like this: port = 1",
        ),
        ("port = true", "port = 1"),
        ("browser = 1", "browser = true"),
        ("url = 3", 'url = "URL"'),
        ("retention = []", "retention = 1.0"),
        ('limit = "body=3"', 'limit = ["NAME=NUMBER"]'),
        ("limit = [3]", 'limit = ["NAME=NUMBER"]'),
        ("port = 70000", "Invalid value of {file}: port: 70000 is not in the range 0<=x<=65535."),
        ("[limit]\nbodies = 3", "A limit must be NAME=NUMBER"),
        ("port = ", "{file} is not valid TOML: "),
        ("port = '\xff'", "{file} is not valid TOML: "),
    ],
)
def test_a_wrong_file_is_refused_with_what_would_be_right(
    terminal: Terminal, served: Served, tmp_path: Path, content: str, words: str
) -> None:
    file = tmp_path / "sommet.toml"
    file.write_bytes(content.encode("latin-1"))
    result = terminal("serve", "--config", str(file))
    assert result.status == 2
    assert words.format(file=file) in result.err


def test_a_missing_file_is_refused(terminal: Terminal, served: Served, tmp_path: Path) -> None:
    result = terminal("serve", "--config", str(tmp_path / "none.toml"))
    assert (result.status, "Can't read" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("SOMMET_PORT", "eighty", "SOMMET_PORT has a value of the wrong type"),
        ("SOMMET_PORT", "70000", "Invalid value of SOMMET_PORT: 70000 is not in the range"),
        ("SOMMET_RETENTION", "long", "Write it like this: SOMMET_RETENTION=1.0"),
        ("SOMMET_BROWSER", "maybe", "Write it like this: SOMMET_BROWSER=True"),
    ],
)
def test_a_wrong_variable_is_refused_with_what_would_be_right(
    terminal: Terminal,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    words: str,
) -> None:
    monkeypatch.setenv(variable, value)
    result = terminal("serve")
    assert result.status == 2
    assert words in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--url", "play.example.org"), "must start with https:// or http://"),
        (("--url", "https://example.org/?a=b"), "without a user, a query or a fragment"),
        (("--proxy", "*"), "A proxy must be named by its IP address or network"),
        (("--url", "https://example.org", "--host", "0.0.0.0"), "Add --proxy with its address"),
    ],
)
def test_an_address_that_cannot_work_is_refused_before_the_server_starts(
    terminal: Terminal, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    storage = (f"--database={tmp_path}/table.db", f"--secret={tmp_path}/secret")
    result = terminal("serve", "--port", "0", *storage, *options)
    assert result.status == 2
    assert words in result.err
    assert not list(tmp_path.iterdir())


def test_administration_reads_the_database_from_the_servers_file(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "sommet.toml"
    file.write_text(f"port = 1\ndatabase = '{tmp_path}/a.db'\nsecret = '{tmp_path}/secret'\n")
    result = terminal("operate", "--config", str(file), "reports")
    assert f"There is no database of Sommet at {tmp_path}/a.db" in result.err


def test_the_server_accepts_the_file_of_the_unit(
    terminal: Terminal, served: Served, tmp_path: Path
) -> None:
    file = tmp_path / "sommet.toml"
    text = (ROOT / "deploy" / "sommet.toml").read_text().replace("/var/lib/sommet", str(tmp_path))
    file.write_text(re.sub(r"^# (?=\w+ = |\[)", "", text, flags=re.M))
    assert not terminal("serve", "--config", str(file)).status
    assert served.settings.url == "https://play.example.org"
    assert served.settings.limits.requests_a_second == 60


def test_the_docs_list_every_option_with_its_default() -> None:
    rows = re.findall(r"^\| `--([a-z-]+)[^`]*` \| (.*?) \| ", DOCS.read_text(), re.M)
    listed = {name.replace("-", "_"): default.strip("`") for name, default in rows}
    assert listed.keys() == serve_options().keys() | {"config"}
    for name, option in serve_options().items():
        if option.default not in (None, "", []):
            assert listed[name] == str(option.default), name
