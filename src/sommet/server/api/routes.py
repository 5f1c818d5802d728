"""Route decorators of the API, with the refusals that any of its routes may answer."""

from __future__ import annotations

from functools import partial

import litestar
from litestar.openapi import ResponseSpec

from sommet.server.refusals import Refused

__all__ = ["ANSWERS", "delete", "get", "post"]

ANSWERS = {
    400: "The request is malformed.",
    401: "Nobody knows who you are.",
    403: "That is not yours to do.",
    404: "There is no such thing.",
    409: "The table does not stand so that it could be done.",
    413: "That is too long.",
    422: "It breaks a rule.",
    429: "Too much at once.",
    503: "The server cannot do it now.",
}

_RESPONSES = {
    status: ResponseSpec(Refused, description=words, generate_examples=False)
    for status, words in ANSWERS.items()
}

get = partial(litestar.get, responses=_RESPONSES)
post = partial(litestar.post, responses=_RESPONSES)
delete = partial(litestar.delete, responses=_RESPONSES)
