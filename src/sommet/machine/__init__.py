"""What all kernels share: compilation, bit operations, the kernel interface, and perft, random
games and batches for any kernel. Needs the extra `fast`; without Numba, only what the
shipped library has is compiled."""

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.machine", "fast", "numpy"):
    raise fault

from sommet.machine import self_check as self_check  # registers the checks of compiled code
