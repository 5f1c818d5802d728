"""What the server's tables need of its database and its secret."""
