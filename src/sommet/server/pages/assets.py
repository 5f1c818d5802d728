"""Static files, the manifest, the service worker, and the docs site where it was built."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from sommet.server.auth.sessions import AnyRequest
from sommet.server.refusals import Refusal
from sommet.web.templating import File, documents, files, render, version

__all__ = ["handlers"]

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
AGAIN = {"Cache-Control": "no-cache"}
A_WHILE = {"Cache-Control": "public, max-age=300"}


def _answer(request: AnyRequest, file: File, headers: dict[str, str]) -> Response[bytes]:
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {**headers, "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    content = file.packed if packed else file.plain
    return Response(content, media_type=file.kind, headers=headers)


@get("/static/{mark:str}/{path:path}")
async def static(request: AnyRequest, mark: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A static file. Its address changes with its content."""
    file = files().get(str(path).lstrip("/"))
    if file is None:
        raise Refusal("no_such_file", "File not found.", status=404)
    return _answer(request, file, FOR_EVER if mark == version() else AGAIN)


@get("/worker.js")
async def worker() -> Response[str]:
    """The service worker: it keeps the shell, so that it has to live at the root."""
    text = render("worker.js", "en", shell=[f"/static/{version()}/{name}" for name in files()])
    return Response(text, media_type="text/javascript", headers=AGAIN)


@get("/manifest.webmanifest")
async def manifest() -> Response[str]:
    text = render("manifest.json", "en")
    return Response(text, media_type="application/manifest+json", headers=AGAIN)


@get("/favicon.ico")
async def favicon(request: AnyRequest) -> Response[bytes]:
    return _answer(request, files()["icon.svg"], AGAIN)


@get("/docs")
async def docs() -> Redirect:
    return Redirect("/docs/index.html")


@get("/docs/{path:path}", sync_to_thread=True)
def document(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A page of the docs site, or what belongs to it."""
    return _answer(request, _document(str(path).lstrip("/")), A_WHILE)


@lru_cache(maxsize=256)
def _document(name: str) -> File:
    if not documents():
        raise Refusal("no_docs", "The docs have not been built on this server.", status=404)
    if name not in documents():
        raise Refusal("no_such_file", "File not found.", status=404)
    return File.read(documents()[name])


handlers = (docs, document, static, worker, manifest, favicon)
