#!/usr/bin/env bash
# Runs all tests in parallel. Failures are retried once on their own: a few of the 4,400 tests drive
# browsers, servers and databases that may starve in parallel. A second failure fails the run; tests
# that pass only alone are listed, and need a look.
set -u
cd "$(dirname "$0")/.."
FEW=12 # more failures than this are not bad luck
unset PYTHONDONTWRITEBYTECODE # otherwise every process compiles every test again

.venv/bin/sommet warm || exit 1
.venv/bin/pytest -n auto --dist worksteal --cache-clear
status=$?
[ $status -eq 1 ] || exit $status # 0: all passed; anything else but 1: the run itself failed

failed=$(.venv/bin/python - <<'PY'
import json, pathlib
print(len(json.loads(pathlib.Path(".pytest_cache/v/cache/lastfailed").read_text())))
PY
) || exit 1
if [ "$failed" -gt $FEW ]; then
    exit 1
fi
echo "make test: $failed failed in parallel; retrying them alone:"
.venv/bin/pytest -v -n 0 --last-failed --last-failed-no-failures=none || exit 1
echo "make test: they passed alone. A test that needs this depends on timing: fix it."
