"""What draws a scene: where it falls on the screen, its shapes, whole pictures, and the table of
colours and measures that the page's scripts paint with as well."""
