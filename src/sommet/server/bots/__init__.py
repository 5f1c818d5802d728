"""What the server does at tables by itself: bot moves, stand-in moves, flags."""
