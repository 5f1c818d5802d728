"""The exponential function, with the same bits on every machine.

The C libraries of different systems, and of processors with and without fused multiplication, round
a few results differently.
"""

from __future__ import annotations

import math

from sommet.machine.jit import njit

__all__ = ["exp"]

LIMIT = 709.0
"""Beyond it, results are infinite or 0."""
LOG2_E = 1 / math.log(2)
LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
"""The first 32 bits of ln 2, so that a product with an exponent is exact …"""
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
"""… and the rest."""
COEFFICIENTS = tuple(1 / math.factorial(n) for n in range(13, -1, -1))


@njit
def exp(x: float) -> float:
    """e to the power of x, to within 1e-15 of it."""
    if x > LIMIT:
        return math.inf
    if x < -LIMIT:
        return 0.0
    exponent = int(x * LOG2_E + (0.5 if x > 0 else -0.5))
    rest = (x - exponent * LN2_HIGH) - exponent * LN2_LOW
    found = 0.0
    for coefficient in COEFFICIENTS:
        found = found * rest + coefficient
    power = 2.0 if exponent > 0 else 0.5
    exponent = abs(exponent)
    while exponent:
        if exponent & 1:
            found *= power
        power *= power
        exponent >>= 1
    return found
