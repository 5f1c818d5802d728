"""What the house does by itself at its tables: bots, stand-ins, flags."""
