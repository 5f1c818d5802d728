"""`python -m sommet` is the command `sommet`."""

from sommet.cli import main

if __name__ == "__main__":
    main()
