"""The proxies' configurations in `deploy`, with TLS: a whole game is played through each."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from tests.server.clients import Guest, play_whole_game
from tests.server.services import Process, free_port, server_process, wait_for
from tests.server.timeouts import DRILLS

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not DRILLS, reason="make drills: needs nginx and Caddy"),
]

DEPLOY = Path(__file__).parents[3] / "deploy"
CONFIGURATIONS = {
    "nginx.conf": ("nginx", ""),
    "nginx-sub-path.conf": ("nginx", "/games/sommet"),
    "Caddyfile": ("caddy", ""),
    "Caddyfile-sub-path": ("caddy", "/games/sommet"),
}
HOST = "localhost"


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.fail(f"{name} is not installed: apt-get install {name}")
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    command = [
        *(program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
        *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
        *("-keyout", str(key), "-out", str(made)),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


def adapted(name: str, changes: dict[str, str]) -> str:
    """A configuration of `deploy` with the names, ports and certificates of this test."""
    text = (DEPLOY / name).read_text()
    for old, new in changes.items():
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, name: str, path: str, port: int, server: Process) -> Process:
    host = "example.org" if path else "play.example.org"
    made, key = certificate(folder)
    changes = {
        f"/etc/letsencrypt/live/{host}/fullchain.pem": str(made),
        f"/etc/letsencrypt/live/{host}/privkey.pem": str(key),
        f"server_name {host};": f"server_name {HOST};",
        "listen 443 ssl": f"listen {port} ssl",
        "listen [::]:443 ssl": f"listen [::]:{port} ssl",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{server.port};",
    }
    if not path:
        other = free_port()
        changes |= {"listen 80;": f"listen {other};", "listen [::]:80;": f"listen [::]:{other};"}
    (folder / "sommet.conf").write_text(adapted(name, changes))
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/sommet.conf; }}\n"
    )
    command = [program("nginx"), "-c", str(main), "-p", str(folder)]
    subprocess.run([*command, "-t"], check=True)
    return Process(command, port, log=folder / "nginx.log")


def caddy(folder: Path, name: str, path: str, port: int, server: Process) -> Process:
    host = "example.org" if path else "play.example.org"
    made, key = certificate(folder)
    changes = {
        f"\n{host} {{\n": (
            "\n{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
            f"{HOST}:{port} {{\n\ttls {made} {key}\n"
        ),
        "127.0.0.1:8000": f"127.0.0.1:{server.port}",
    }
    file = folder / "Caddyfile"
    file.write_text(adapted(name, changes))
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return Process(command, port, home, log=folder / "caddy.log")


@contextmanager
def started(process: Process) -> Iterator[None]:
    process.start()
    try:
        wait_for(process.port)
        yield
    finally:
        process.kill(signal.SIGTERM)


@pytest.mark.parametrize("name", CONFIGURATIONS)
async def test_a_game_is_played_through_each_proxy(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, path = CONFIGURATIONS[name]
    port = free_port()
    url = f"https://{HOST}:{port}{path}"
    with server_process(tmp_path, "", f"--url={url}") as server:
        proxy = {"nginx": nginx, "caddy": caddy}[kind](tmp_path, name, path, port, server)
        with started(proxy):
            monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
            assert await play_whole_game(url)
            await check_pages(url, path)
            await check_metrics_are_private(url, server)
        check_that_the_proxy_is_trusted(server)


async def check_pages(url: str, path: str) -> None:
    ada = await Guest.create(url, "Ada")
    cookie = next(iter(ada.browser.cookies.jar))
    assert cookie.secure
    assert (cookie.name, cookie.path) == (
        ("__Secure-sommet", f"{path}/") if path else ("__Host-sommet", "/")
    )
    home = await ada.browser.get("/", headers={"Accept": "text/html"})
    assert 'data-root="./"' in home.text
    style = home.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert (await ada.browser.get(urljoin(f"{url}/", style))).status_code == 200
    origin = url.removesuffix(path)
    made = await ada.browser.post("/play", data={"game": "pylos"}, headers={"Origin": origin})
    assert (made.status_code, made.headers["location"].startswith(f"{path}/tables/")) == (303, True)
    link = await ada.request("POST", "/api/me/link")
    assert link["address"].startswith(f"{url}/carry/")
    if path:
        assert (await ada.browser.get(url)).headers["location"] == f"{path}/"
        outside = await ada.browser.get(f"{origin}/api/games")
        assert "pylos" not in outside.text, "the rest of the host is not Sommet's"
    await ada.close()


async def check_metrics_are_private(url: str, server: Process) -> None:
    async with httpx.AsyncClient() as browser:
        for way in ("/metrics", "/metrics/", "//metrics", "/%6Detrics", "/x/../metrics"):
            assert (await browser.get(f"{url}{way}")).status_code == 404, way
        assert (await browser.get(f"{server.url}/metrics")).status_code == 200


def check_that_the_proxy_is_trusted(server: Process) -> None:
    """Its requests count as those of its clients."""
    assert server.log
    assert "proxy_not_trusted" not in server.log.read_text()
