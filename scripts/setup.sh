#!/usr/bin/env bash
# Creates or updates the environment in .venv with these extras; called by make. Never asks questions.
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
# The build backend goes first, so that it is pinned like the rest.
install=(.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input -c constraints.txt)
install_extras() { "${install[@]}" --no-build-isolation --editable ".[$1]"; }
{ "${install[@]}" hatchling && install_extras "$1"; } ||
    fail "pip could not install the packages in pyproject.toml and constraints.txt."

# The players that search are compiled for Linux on x86-64 and AArch64. On other machines, and after
# a change to a kernel, compile them once, so that nobody waits at the board.
has_library='import sys; from sommet.machine.shipped_library import loaded; sys.exit(not loaded())'
if ! .venv/bin/python -c "$has_library"; then
    echo "setup: compiling the players that search, since no library serves this machine"
    { install_extras "$1,jit" && .venv/bin/sommet warm; } ||
        fail "the players that search could not be compiled."
fi
