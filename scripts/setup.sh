#!/usr/bin/env bash
# Creates or updates the environment in .venv, for those who `play` or for developers (`dev`); called
# by make. Never asks questions.
# On a bare Debian or Ubuntu it installs a missing Python or venv module with apt.
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

fail() {
    echo "setup: $*" >&2
    exit 1
}

# Prints the first Python that is new enough and can create environments. Each one is run, not only
# looked up: python3 may be older, a name may be an empty shim, Debian packages ensurepip separately.
find_python() {
    local python
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
            >/dev/null 2>&1; then
            echo "$python"
            return
        fi
    done
    return 1
}

# The distribution's default Python first; with an old python3 there may be a newer one by number.
apt_python() {
    local root="" package
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        root="sudo -n"
        $root true 2>/dev/null || return 1
    fi
    echo "setup: no Python 3.11 or newer with the venv module; installing one with apt" >&2
    $root apt-get update -qq >/dev/null || true # a broken third-party source may not matter
    for package in python3-venv python3.{14,13,12,11}-venv; do
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "$package" >/dev/null || continue
        find_python && return
    done
    return 1
}

# A working environment is kept; pip updates it.
if ! .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$(find_python || apt_python) ||
        fail "Sommet needs Python 3.11 or newer with the venv module;" \
            "${PYTHON:-the PATH} has none and apt could not install it (as root, install python3-venv)."
    "$python" -m venv --clear .venv || fail "$python could not create an environment in .venv."
fi

echo "setup: installing into .venv with $(.venv/bin/python --version); takes a minute the first time"
# The locks name every package, so pip needs to find out nothing. The build backend and a recent pip
# go first: they install the rest, and Sommet itself, for which there can't be a hash.
install=(.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input)
lock=requirements.lock
[ "$1" = play ] || lock=requirements-dev.lock
locked() { "${install[@]}" --no-deps --require-hashes --requirement "$1"; }
{ locked requirements-build.lock && locked $lock &&
    "${install[@]}" --no-deps --no-build-isolation --editable .; } ||
    fail "pip could not install the packages of $lock."

# The players that search are compiled for Linux on x86-64 and AArch64. On other machines, and after
# a change to a kernel, compile them once, so that nobody waits at the board.
has_library='import sys; from sommet.machine.shipped_library import loaded; sys.exit(not loaded())'
if ! .venv/bin/python -c "$has_library"; then
    echo "setup: compiling the players that search, since no library serves this machine"
    { "${install[@]}" -c constraints.txt --no-build-isolation --editable ".[jit]" &&
        .venv/bin/sommet warm; } ||
        fail "the players that search could not be compiled."
fi
