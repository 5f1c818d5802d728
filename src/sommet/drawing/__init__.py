"""Draws scenes as SVG: projection, shapes, pictures, diagrams, and the page's constants."""
