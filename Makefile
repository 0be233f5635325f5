# On a fresh machine: `make run` opens the window, `make test` runs all tests. Everything else is set up on the way.
PYTHON ?= python3
EXTRAS ?= test
BIN := .venv/bin

.PHONY: run test check format translations smoke bench wheel clean libraries

run: .venv/ready-$(EXTRAS) libraries
	$(BIN)/python main.py

test: check
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --dist loadfile

check: .venv/ready-$(EXTRAS) libraries
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/ready-$(EXTRAS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Collect the strings that people see, and build what the window loads.
translations: .venv/ready-$(EXTRAS)
	$(BIN)/python -m rostok_gui.shell.translations

smoke: .venv/ready-$(EXTRAS) libraries
	QT_QPA_PLATFORM=offscreen $(BIN)/python main.py smoke --shots build/shots

bench: .venv/ready-$(EXTRAS) libraries
	QT_QPA_PLATFORM=offscreen $(BIN)/python main.py bench

wheel: .venv/ready-$(EXTRAS)
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

libraries:
	@.ci/system-libraries

.venv/ready-$(EXTRAS): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rostok needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[$(EXTRAS)]'
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache
