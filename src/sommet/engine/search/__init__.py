"""The tree search, compiled: everything in this folder goes into the key of the kernels' cache."""
