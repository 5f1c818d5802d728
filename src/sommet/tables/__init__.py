"""A table without a server: its setup, the commands and events at it, and what each viewer sees.

Everything here is synchronous and knows no network and no database; it needs msgspec alone.
"""

from __future__ import annotations

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.tables", "client", "msgspec"):
    raise fault
