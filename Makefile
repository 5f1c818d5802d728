# Sommet. `make` alone says what can be done.

BIN := .venv/bin
READY := .venv/.ready

.PHONY: help play test check coverage format bench

help: ## say what can be done
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(READY) ## play in the terminal; GAME=pylos goes straight to that game
	@$(BIN)/sommet play $(GAME)

test: check ## all checks, then all tests
	$(BIN)/pytest -n auto

check: $(READY) ## format, lint, types and the direction of imports; changes nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

coverage: $(READY) ## tests with the coverage of core and games, by lines and branches
	$(BIN)/pytest -n auto --cov

format: $(READY) ## put the code in its form and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## measure speed, side by side with others
	@$(BIN)/sommet bench

# The environment, made once and again only when one of these changed. PYTHON=python3.13 chooses.
$(READY): pyproject.toml constraints.txt scripts/setup.sh
	@PYTHON="$(PYTHON)" bash scripts/setup.sh
	@touch $@
