"""Refusals of the server itself that are used in several places."""

from __future__ import annotations

from sommet.tables.refusals import Refusal

__all__ = [
    "cross_origin",
    "internal_error",
    "no_such_token",
    "no_table",
    "rate_limited",
    "read_only_token",
    "signed_out",
    "token_not_allowed",
    "token_revoked",
]


def cross_origin() -> Refusal:
    return Refusal("foreign_page", "Requests from other sites are not accepted.", status=403)


def rate_limited() -> Refusal:
    return Refusal("rate_limited", "Too many requests. Try again in a moment.", status=429)


def internal_error() -> Refusal:
    return Refusal("internal_error", "Something went wrong on our side.", status=500)


def no_table() -> Refusal:
    return Refusal("no_table", "Table not found.", status=404)


def no_such_token() -> Refusal:
    return Refusal("no_such_token", "Token not found.", status=404)


def token_not_allowed() -> Refusal:
    return Refusal(
        "token_not_allowed",
        "A token can't do this. Use your browser, or the cookie of POST /api/me.",
        status=403,
    )


def read_only_token() -> Refusal:
    return Refusal(
        "read_only_token",
        "This token can only read. To play, create one with the scope “play”.",
        status=403,
    )


def signed_out() -> Refusal:
    return Refusal("signed_out", "You have been signed out. Reload the page.", status=401)


def token_revoked() -> Refusal:
    return Refusal("token_revoked", "This token has been revoked.", status=401)
