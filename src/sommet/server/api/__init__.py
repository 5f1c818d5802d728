"""The HTTP API: everything a person can do, for programs, described by OpenAPI."""
