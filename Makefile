# Every target sets up what it needs in .venv from the hash-locked requirements.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint bench soak docs lock clean help

run: $(READY)  ## see Rulewright at work: a short tour of every installed game
	@$(BIN)/rulewright tour

test: $(READY)  ## all tests, types and style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/pytest -n auto --dist worksteal -m "not soak"

lint: $(READY)  ## style, types and the direction of imports, without the tests
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(READY)  ## our speed against other libraries, measured in one run
	@$(BIN)/python benchmarks/bench.py

soak: $(READY)  ## the long-running tests
	@$(BIN)/pytest -n auto -m soak

docs: $(READY)  ## the documentation as web pages in site/
	@$(BIN)/python docs/generate.py
	@$(BIN)/mkdocs build --strict --quiet && echo "Open site/index.html"

lock: $(READY)  ## work out requirements.lock anew from pyproject.toml
	@$(BIN)/pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --group dev --output-file requirements.lock pyproject.toml

clean:  ## remove everything that was built
	rm -rf $(VENV) site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## */  make \1\t/'

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rulewright needs Python 3.11 or newer; this is $$($(PYTHON) --version)." >&2; exit 1; }
	@echo "Setting up .venv (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)
