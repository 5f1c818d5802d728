"""Every state of every page, played into by itself and measured in a browser: `make states`."""
