"""People: who comes in, what they may ask for, what they are called, what is signed for them."""
