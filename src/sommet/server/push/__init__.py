"""Web Push: tells people on their devices that it is their turn, in games with days per move."""
