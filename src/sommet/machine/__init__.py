"""What all kernels share: compilation, bit operations, the kernel interface, and perft, random
games and batches for any kernel. Without Numba, only what the shipped library has is compiled."""

from sommet.machine import self_check as self_check  # registers the checks of compiled code
