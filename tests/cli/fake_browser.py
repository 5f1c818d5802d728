"""A browser for tests: a command that fetches the address it is given and writes down what it
saw. The server has to answer while the command runs."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

__all__ = ["FakeBrowser"]

TIMEOUT_S = 600.0
PROGRAM = """#!{python}
import json, os, sys, urllib.request
with urllib.request.urlopen(sys.argv[1], timeout={timeout}) as page:
    seen = {{"address": sys.argv[1], "page": page.read().decode()}}
with open({seen!r} + ".new", "w") as file:
    json.dump(seen, file)
os.rename({seen!r} + ".new", {seen!r})
"""


class FakeBrowser:
    """`command` goes into the variable `BROWSER`."""

    def __init__(self, folder: Path) -> None:
        self._seen = folder / "seen.json"
        self.command = folder / "browser"
        program = PROGRAM.format(python=sys.executable, timeout=TIMEOUT_S, seen=str(self._seen))
        self.command.write_text(program)
        self.command.chmod(0o755)

    @property
    def opened(self) -> bool:
        """Whether it has shown a page."""
        return self._seen.exists()

    def seen(self, server: subprocess.Popen[Any]) -> dict[str, Any]:
        """The address that was opened and the page there, once it is shown. Raises
        CalledProcessError if the server ends before that."""
        deadline = time.monotonic() + TIMEOUT_S
        while not self.opened:
            if (status := server.poll()) is not None:
                raise subprocess.CalledProcessError(status, server.args)
            if time.monotonic() > deadline:
                raise TimeoutError("nothing was opened in the browser")
            time.sleep(0.02)
        found: dict[str, Any] = json.loads(self._seen.read_text())
        return found
