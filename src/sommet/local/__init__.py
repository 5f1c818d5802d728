"""A page's tables without a server: what a browser's Python runs."""
