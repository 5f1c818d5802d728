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
from sommet.web.content_policy import WORKER_POLICY
from sommet.web.languages import LANGUAGES
from sommet.web.service_worker import service_worker, static_shell
from sommet.web.static_files import File, browser_files, docs_files, files, version

__all__ = ["handlers"]

CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATE = {"Cache-Control": "no-cache"}
WORKERS = ("local/worker.js", "_static/run_worker.js")
"""The scripts that run Python: on the pages of tables, and on those of the docs."""
RUNTIME = "runtime.json"
COMPRESSED = (".whl", ".zip")
CACHE_5_MINUTES = {"Cache-Control": "public, max-age=300"}


def _file_response(request: AnyRequest, file: File, headers: dict[str, str]) -> Response[bytes]:
    return compressed(request, file.content, file.media_type, headers)


def _policy(path: str) -> dict[str, str]:
    """The header that allows a worker to run WebAssembly; none for other files."""
    return {"Content-Security-Policy": WORKER_POLICY} if str(path).endswith(WORKERS) else {}


@get("/static/{mark:str}/{path:path}")
async def static_file(
    request: AnyRequest, mark: FromPath[str], path: FromPath[str]
) -> Response[bytes]:
    """A static file. Its URL contains a hash of all static files, so it can be cached forever."""
    file = files().get(str(path).lstrip("/"))
    if file is None:
        raise Refusal("no_such_file", "File not found.", status=404)
    headers = CACHE_FOREVER if mark == version() else REVALIDATE
    return _file_response(request, file, headers | _policy(path))


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
    file = _document(str(path).lstrip("/"))
    return _file_response(request, file, CACHE_5_MINUTES | _policy(path))


@get("/browser/{path:path}", sync_to_thread=True)
def browser_file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file that runs tables in the browser. All names but one change with the content."""
    name = str(path).lstrip("/")
    headers = REVALIDATE if name == RUNTIME else CACHE_FOREVER
    file = _browser_file(name)
    if name.endswith(COMPRESSED):
        return Response(file.content, media_type=file.media_type, headers=headers)
    return _file_response(request, file, headers)


@lru_cache(maxsize=16)
def _browser_file(name: str) -> File:
    if name not in browser_files():
        raise Refusal("no_such_file", "File not found.", status=404)
    return File.read(browser_files()[name])


@lru_cache(maxsize=256)
def _document(name: str) -> File:
    if not docs_files():
        raise Refusal("no_docs", "The docs have not been built on this server.", status=404)
    if name not in docs_files():
        raise Refusal("no_such_file", "File not found.", status=404)
    return File.read(docs_files()[name])


handlers = (browser_file, docs_index, document, static_file, worker, manifest, favicon)
