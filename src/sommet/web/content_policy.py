"""What pages and their workers may load: everything from their own site, nothing inline."""

from __future__ import annotations

__all__ = ["CONTENT_POLICY", "WORKER_POLICY"]

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'"
)
"""A content security policy for pages."""
WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of the workers that run Python: they alone may run WebAssembly."""
