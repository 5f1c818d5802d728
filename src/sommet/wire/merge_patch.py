"""JSON Merge Patch (RFC 7396): a patch has the changed members of an object, null for removed ones.

Objects are dicts; everything else, arrays included, is replaced as a whole. A value inside an
object is never null.
"""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["Patch", "apply", "diff"]

Patch: TypeAlias = dict[str, Any]


def diff(before: dict[str, Any], after: dict[str, Any]) -> Patch:
    """The patch that leads from one object to another."""
    patch: Patch = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if value is old:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            if inner := diff(old, value):
                patch[name] = inner
        elif value != old:
            patch[name] = value
    return patch


def apply(target: Any, patch: Any) -> Any:
    """The target after a patch. Neither is changed; what the patch doesn't name is shared."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = apply(result.get(name), value)
    return result
