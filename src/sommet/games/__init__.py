"""The games, each in a folder of its own. A new folder is found without being named anywhere."""
