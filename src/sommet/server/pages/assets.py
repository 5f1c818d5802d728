"""Static files, the manifest, the service worker, and the docs site if it has been built."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from sommet.server.auth.sessions import AnyRequest, Sessions
from sommet.server.pages.page_response import redirect
from sommet.server.runtime.compression import compressed
from sommet.tables.refusals import Refusal
from sommet.web.app_manifest import app_manifest
from sommet.web.languages import LANGUAGES
from sommet.web.service_worker import service_worker, static_shell
from sommet.web.static_files import File, docs_files, files, version

__all__ = ["handlers"]

CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATE = {"Cache-Control": "no-cache"}
CACHE_5_MINUTES = {"Cache-Control": "public, max-age=300"}


def _file_response(request: AnyRequest, file: File, headers: dict[str, str]) -> Response[bytes]:
    return compressed(request, file.content, file.media_type, headers)


@get("/static/{mark:str}/{path:path}")
async def static_file(
    request: AnyRequest, mark: FromPath[str], path: FromPath[str]
) -> Response[bytes]:
    """A static file. Its URL contains a hash of all static files, so it can be cached forever."""
    file = files().get(str(path).lstrip("/"))
    if file is None:
        raise Refusal("no_such_file", "File not found.", status=404)
    return _file_response(request, file, CACHE_FOREVER if mark == version() else REVALIDATE)


@get("/worker.js")
async def worker() -> Response[str]:
    """The service worker. It serves the folder that it's in, so it must be at the root."""
    text = service_worker(version(), [*static_shell(), "offline"])
    return Response(text, media_type="text/javascript", headers=REVALIDATE)


@get([f"/manifest-{language}.webmanifest" for language in LANGUAGES])
async def manifest(request: AnyRequest) -> Response[str]:
    """The manifest in a language."""
    language = request.scope["path"].removesuffix(".webmanifest").rpartition("-")[2]
    text = app_manifest(language, lambda page: page or "./")
    return Response(text, media_type="application/manifest+json", headers=REVALIDATE)


@get("/favicon.ico")
async def favicon(request: AnyRequest) -> Response[bytes]:
    return _file_response(request, files()["icon.svg"], REVALIDATE)


@get("/docs")
async def docs_index(sessions: NamedDependency[Sessions]) -> Response[None]:
    return redirect(sessions, "/docs/index.html")


@get("/docs/{path:path}", sync_to_thread=True)
def document(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the docs site."""
    return _file_response(request, _document(str(path).lstrip("/")), CACHE_5_MINUTES)


@lru_cache(maxsize=256)
def _document(name: str) -> File:
    if not docs_files():
        raise Refusal("no_docs", "The docs have not been built on this server.", status=404)
    if name not in docs_files():
        raise Refusal("no_such_file", "File not found.", status=404)
    return File.read(docs_files()[name])


handlers = (docs_index, document, static_file, worker, manifest, favicon)
