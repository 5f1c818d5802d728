#!/usr/bin/env bash
# What the tests need beside Python: a browser, PostgreSQL and a Redis-protocol broker, from the
# system's packages. Says what cannot be had, and fails.
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
# Chromium without a window is the same engine and a third less work; not every system has it.
if has apt-cache && ! has chromium-headless-shell && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    wanted="chromium-headless-shell $wanted"
fi
[ -z "$wanted" ] && exit 0

if has apt-get; then
    root=""
    [ "$(id -u)" = 0 ] || root="sudo -n"
    echo "set-up: installing with apt:" $wanted
    $root apt-get update -qq >/dev/null </dev/null || true # a broken foreign source need not matter
    for package in $wanted; do
        [ "$package" = chromium ] && has_browser && continue
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "$package" >/dev/null </dev/null || true
    done
fi

still=$(missing)
[ -z "$still" ] && exit 0
echo "set-up: the tests need" $still "but it could not be installed. As root, run: apt-get install" $still >&2
exit 2
