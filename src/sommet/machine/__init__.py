"""What is the same for all kernels: compiling, bits, the functions every kernel has, and perft,
random games and batches over any of them. Needs the extra `fast`."""

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.machine", "fast", "filelock", "numba", "numpy"):
    raise fault

from sommet.machine import self_check as self_check  # checks whatever is compiled or loaded
