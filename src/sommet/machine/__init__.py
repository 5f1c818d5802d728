"""What is the same for all kernels: compiling, bits, the functions every kernel has, and perft,
random games and batches over any of them. Needs the extra `fast`."""
