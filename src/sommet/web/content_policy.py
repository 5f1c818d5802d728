"""What pages may load: everything from their own site, nothing inline."""

from __future__ import annotations

__all__ = ["CONTENT_POLICY"]

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""A content security policy. `wasm-unsafe-eval` allows WebAssembly, and nothing else."""
