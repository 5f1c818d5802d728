"""Route decorators of the API: Litestar's, with the error responses that every route can return."""

from __future__ import annotations

from functools import partial

import litestar
from litestar.openapi import ResponseSpec

from sommet.wire.refusals import Refused

__all__ = ["RESPONSE_DESCRIPTIONS", "delete", "get", "post", "put"]

RESPONSE_DESCRIPTIONS = {
    400: "The request is not valid.",
    401: "You need a name or a token.",
    403: "You are not allowed to do this.",
    404: "Not found.",
    409: "The table is not in a state that allows this.",
    413: "The request is too long.",
    422: "The request breaks a rule.",
    429: "Too many requests.",
    503: "The server can't do this now.",
}

_RESPONSES = {
    status: ResponseSpec(Refused, description=words, generate_examples=False)
    for status, words in RESPONSE_DESCRIPTIONS.items()
}

get = partial(litestar.get, responses=_RESPONSES)
post = partial(litestar.post, responses=_RESPONSES)
put = partial(litestar.put, responses=_RESPONSES)
delete = partial(litestar.delete, responses=_RESPONSES)
