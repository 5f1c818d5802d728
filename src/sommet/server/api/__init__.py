"""The API for programs: everything that a person can do, and its OpenAPI description."""
