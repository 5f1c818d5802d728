#!/usr/bin/env bash
# Installs what the tests need besides Python, from the system's packages: a browser, PostgreSQL and
# a Redis-protocol broker. Fails and lists what is missing if it cannot.
set -u

has() { command -v "$1" >/dev/null 2>&1; }
has_postgresql() { has initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }
has_broker() { has valkey-server || has redis-server; }
has_browser() { has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome; }

missing() {
    has_browser || echo chromium
    has_postgresql || echo postgresql
    has_broker || echo redis-server
}

wanted=$(missing)
# The headless shell is the same engine with a third less work; not every system has it.
if has apt-cache && ! has chromium-headless-shell && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    wanted="chromium-headless-shell $wanted"
fi
[ -z "$wanted" ] && exit 0

if has apt-get; then
    root=""
    [ "$(id -u)" = 0 ] || root="sudo -n"
    echo "setup: installing with apt:" $wanted
    $root apt-get update -qq >/dev/null </dev/null || true # a broken third-party source may not matter
    for package in $wanted; do
        [ "$package" = chromium ] && has_browser && continue
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "$package" >/dev/null </dev/null || true
    done
fi

still=$(missing)
[ -z "$still" ] && exit 0
echo "setup: the tests need" $still "and apt could not install it; as root, run: apt-get install" $still >&2
exit 2
