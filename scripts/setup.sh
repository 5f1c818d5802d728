#!/usr/bin/env bash
# Makes or renews the environment in .venv with these extras; called by make. It asks nothing and
# says what cannot be had. On a bare Debian or Ubuntu the missing Python or venv module comes from apt.
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

fail() {
    echo "set-up: $*" >&2
    exit 1
}

# Prints the first Python that is new enough and can make environments. Each is tried, not only
# looked up: python3 may be older, a name may be an empty shim, Debian ships ensurepip on its own.
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

# The distribution's own Python first; one whose python3 is old may carry a newer by its number.
apt_python() {
    local root="" package
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        root="sudo -n"
        $root true 2>/dev/null || return 1
    fi
    echo "set-up: Python 3.11 with the venv module is missing, installing it with apt" >&2
    $root apt-get update -qq >/dev/null || true # a broken foreign source need not matter
    for package in python3-venv python3.{14,13,12,11}-venv; do
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "$package" >/dev/null || continue
        find_python && return
    done
    return 1
}

# An environment that works is kept: pip brings it up to date.
if ! .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$(find_python || apt_python) ||
        fail "Sommet needs Python 3.11 or newer with the venv module;" \
            "${PYTHON:-the PATH} has none and apt could not install it (as root: python3-venv)."
    "$python" -m venv --clear .venv || fail "$python could not make an environment in .venv."
fi

echo "set-up: installing into .venv with $(.venv/bin/python --version); the first time takes about a minute"
# The build back end goes in first, so that it is pinned like the rest.
install=(.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input -c constraints.txt)
{ "${install[@]}" hatchling && "${install[@]}" --no-build-isolation --editable ".[$1]"; } ||
    fail "pip could not install what pyproject.toml and constraints.txt name."

# So that nobody waits at the board, compile everything once for this machine.
.venv/bin/sommet warm || fail "the players that search could not be compiled."
