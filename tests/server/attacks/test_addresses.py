"""With IPv6 one person could use a new address for every request. In these tests this machine is
the proxy, which reports where clients come from."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.attacker import attacked_server
from tests.server.services import Process
from tests.server.timeouts import DRILLS


def admitted(url: str, addresses: list[str], address: str = "127.0.0.1") -> int:
    """How many of the guests are admitted."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=url, transport=transport, timeout=60) as browser:
        answers = []
        for forwarded in addresses:
            browser.cookies.clear()
            headers = {"x-forwarded-for": forwarded}
            answers.append(browser.post("/api/me", json={"name": "Eve"}, headers=headers))
    return sum(answer.is_success for answer in answers)


def test_an_ipv6_network_is_one_client(server: Process) -> None:
    assert admitted(server.url, [f"2001:db8:0:1::{number:x}" for number in range(1, 41)]) <= 12


def test_different_networks_are_counted_separately(server: Process) -> None:
    assert admitted(server.url, [f"2001:db8:7:{number:x}::1" for number in range(1, 11)]) == 10


def test_only_a_trusted_proxy_may_report_the_client_address(server: Process) -> None:
    forged = [f"192.0.2.{number}" for number in range(1, 41)]
    assert admitted(server.url, forged, "127.0.0.6") <= 12


def own_address() -> str:
    """This machine's address on its network; loopback if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


@pytest.mark.skipif(not DRILLS, reason="make drills: a server of its own")
def test_a_server_on_all_interfaces_trusts_no_proxy_and_warns_about_it(tmp_path: Path) -> None:
    address = own_address()
    if address.startswith("127."):
        pytest.skip("this machine has no network")
    with attacked_server(tmp_path, "", "--host=0.0.0.0") as server:
        forged = [f"192.0.2.{number}" for number in range(1, 41)]
        url = f"http://{address}:{server.port}"
        assert admitted(url, forged, address) <= 12, "real addresses are counted"
        assert server.log
        assert "network you trust" in server.log.read_text()
