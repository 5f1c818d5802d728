#!/usr/bin/env bash
# Runs all tests in parallel, once: a test that fails now and then is a fault of the test or the code.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE # otherwise every process compiles every test again

.venv/bin/sommet warm
exec .venv/bin/pytest -n auto --dist worksteal --durations=15
