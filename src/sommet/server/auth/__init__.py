"""Sessions, tokens, device links, display names, signing and rate limits."""
