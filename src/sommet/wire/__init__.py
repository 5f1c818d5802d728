"""The messages between the server, the page, the client library and bots; `docs/protocol.md`
explains them. Each is defined once, as a struct."""
