"""The web application: container, routes, middleware, connections, startup and administration."""
