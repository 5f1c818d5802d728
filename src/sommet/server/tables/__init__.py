"""A table without its wires: what can happen at it, who may do what, and what stands then."""
