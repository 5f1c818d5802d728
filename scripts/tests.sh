#!/usr/bin/env bash
# All tests, side by side. Whatever fails is tried once more with the machine to itself: a few of
# 4,400 tests drive browsers, servers and databases that may starve beside others. What fails twice
# fails the run; what passes then is named, and worth a look.
set -u
cd "$(dirname "$0")/.."
FEW=12 # more than that is no accident
unset PYTHONDONTWRITEBYTECODE # else every process reads every test anew

.venv/bin/sommet warm || exit 1
.venv/bin/pytest -n auto --dist worksteal --cache-clear
status=$?
[ $status -eq 1 ] || exit $status # 0: all passed; others: it could not be run as a whole

failed=$(.venv/bin/python - <<'PY'
import json, pathlib
print(len(json.loads(pathlib.Path(".pytest_cache/v/cache/lastfailed").read_text())))
PY
) || exit 1
if [ "$failed" -gt $FEW ]; then
    exit 1
fi
echo "make test: $failed failed beside others and are tried once more, alone:"
.venv/bin/pytest -v -n 0 --last-failed --last-failed-no-failures=none || exit 1
echo "make test: they passed alone. A test that needs that waits for something it should not: mend it."
