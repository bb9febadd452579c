# Every target installs its requirements in .venv from the lock file with hashes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WEB := src/rulewright/server/web/index.html
# Where Python may not keep what it compiled, each of the many processes of the tests compiles hundreds of modules anew.
export PYTHONDONTWRITEBYTECODE :=
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null)

.PHONY: run play tour test lint style types web-types bench soak attack docs lock clean help

run: $(READY) $(WEB)  ## play in the browser: starts the server and opens the app
	@$(BIN)/rulewright serve --open

play: $(READY)  ## play in the terminal
	@$(BIN)/rulewright play

tour: $(READY)  ## a short tour of every installed game in the terminal
	@$(BIN)/rulewright tour

test: $(READY) $(WEB)  ## all tests, types and style
	@tests/get_chromium.sh
	@$(MAKE) --no-print-directory --jobs 2 types web-types style
	@$(BIN)/pytest -n auto --dist worksteal -m "not soak"

lint: $(READY) $(WEB)  ## style, types and the direction of imports, without the tests
	@$(MAKE) --no-print-directory --jobs 2 types web-types style
	@$(BIN)/lint-imports

style: $(READY)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

web-types: $(READY) $(WEB)
	@$(BIN)/python web/check_types.py

bench: $(READY)  ## our speed against other libraries, measured in one run
	@$(BIN)/python benchmarks/bench.py

soak: $(READY) $(WEB)  ## the long-running tests
	@$(BIN)/pytest -n auto -m soak

attack: $(READY) $(WEB)  ## ten minutes of attacks on a server while a table is in play
	@$(BIN)/python benchmarks/attack.py --minutes 10

docs: $(READY)  ## the documentation as web pages in site/
	@$(BIN)/python docs/generate.py
	@$(BIN)/mkdocs build --strict --quiet && echo "Open site/index.html"

lock: $(READY)  ## recompute requirements.lock from pyproject.toml
	@$(BIN)/pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --all-extras --group dev --output-file requirements.lock pyproject.toml

clean:  ## remove everything that was built
	rm -rf $(VENV) site build dist web/node_modules src/rulewright/server/web .mypy_cache .ruff_cache .pytest_cache .hypothesis

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## */  make \1\t/'

$(WEB): $(WEB_SOURCES) | $(READY)
	@echo "Building the web app ..."
	@$(BIN)/python hatch_build.py

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rulewright needs Python 3.11 or newer; this is $$($(PYTHON) --version)." >&2; exit 1; }
	@echo "Setting up .venv (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)
