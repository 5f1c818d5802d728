"""What is the same for all kernels: compiling, bits, the functions every kernel has, and perft,
random games and batches over any of them. Needs the extra `fast`."""

from importlib.util import find_spec

if find_spec("numba") is None:
    raise ModuleNotFoundError("sommet.machine needs Numba: pip install sommet[fast]", name="numba")
