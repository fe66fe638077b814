# make play    set up what is missing, start the game       make play ARGS="--players 3"
# make test    set up what is missing, run the tests        make test ARGS="-k saves"
# make test-all  run all tests, also those that take long; make test-nightly runs only these
# make check   check format and lint (make lint), then types (make types) and the tests in parallel
# make check-hosting  play over a real SSH connection on this machine; needs an SSH server (openssh-server)
# make soak    press random keys in a real game, 2 minutes for each of five seeds
# make coverage  say which lines no test runs              make coverage ARGS="tests/saves"
# make bench   measure the engine and the search on this machine, compiled if possible, then interpreted
# make lock    update the pinned versions
# make clean   remove everything that these commands have made

VENV ?= .venv
PACKAGES := engine ai saves vok_tui lab
ARGS ?=

# The Python for the environment: PYTHON if it is set, otherwise the first of these that is new enough.
PYTHON ?=
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
CANDIDATES := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python)

BIN := $(VENV)/bin
PLAY_READY := $(VENV)/play.ready
TEST_READY := $(VENV)/test.ready
COMPILED_FOLDER := build/compiled
COMPILED_READY := $(COMPILED_FOLDER)/ready
COPIES := build/copies
SOURCES := $(shell find engine ai saves lab -name '*.py')
# The tests start hundreds of processes, which start several times faster with bytecode that an earlier one has written.
unexport PYTHONDONTWRITEBYTECODE
# Four for each core, because a test waits for a process or a screen about half of its time.
TEST_WORKERS := $(shell echo $$(( 4 * $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) )))
# Logins mostly wait for each other's processes: more of them cost no more processor time.
HOSTING_WORKERS := $(shell echo $$(( 3 * $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) )))
PYTEST = $(BIN)/python -m pytest --workers $(TEST_WORKERS)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play writable test test-nightly test-all check lint types check-hosting soak coverage bench lock clean help
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make /  make /p' Makefile

writable:
	@[ -w . ] || { echo "Vok: you may not write into $(CURDIR), where its environment is made. Copy the folder to a place of yours," \
	    "or install from it: pipx install $(CURDIR)" >&2; exit 1; }

# The engine is compiled in the background during the first game; the next game uses it.
play: writable $(PLAY_READY)
	@VOK_COMMAND="make play" $(BIN)/python compiled_copies.py play $(COPIES) $(ARGS)

test: writable $(TEST_READY)
	$(PYTEST) -m "not nightly" $(ARGS)

test-nightly: $(TEST_READY)
	$(PYTEST) -m nightly $(ARGS)

test-all: $(TEST_READY)
	$(PYTEST) --hypothesis-profile thorough $(ARGS)

check: lint
	@$(MAKE) --no-print-directory -j2 types test

lint: $(TEST_READY)
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/lint-imports --no-cache --no-logo

types: $(TEST_READY)
	$(BIN)/python -m mypy $(PACKAGES)

check-hosting: $(TEST_READY)
	$(PYTEST) --workers $(HOSTING_WORKERS) tests/hosting $(ARGS)

soak: $(TEST_READY)
	@$(BIN)/python -m tests.vok_tui.soak $(ARGS)

# Fetched only here, because no other command needs it.
coverage: $(TEST_READY)
	@$(BIN)/python -c "import coverage" 2>/dev/null || $(PIP) install "coverage>=7.10"
	@rm -rf build/coverage && mkdir -p build/coverage
	-$(BIN)/python -m coverage run -m pytest --workers $(TEST_WORKERS) $(ARGS)
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

bench: $(PLAY_READY) $(COMPILED_READY)
	@VOK_COMPILED=$(COMPILED_FOLDER) $(BIN)/python -m lab bench $(ARGS)
	@$(BIN)/python -m lab bench $(ARGS)

# A copy of the engine and the search, compiled if there is a C compiler. Nothing is compiled in the checkout: tests use its sources.
$(COMPILED_READY): $(SOURCES) hatch_build.py requirements-build.lock | $(PLAY_READY)
	@if [ -z "$(VOK_PURE)" ] && command -v $${CC:-cc} >/dev/null 2>&1; then $(PIP) install --no-deps --requirement requirements-build.lock; fi
	@$(BIN)/python hatch_build.py $(COMPILED_FOLDER)
	@touch $@

# The environment contains only what the lock file names. The project itself is not installed, it runs from the checkout.
$(PLAY_READY): requirements.lock | $(BIN)/python
	@echo "Fetching what the game needs (once) ..."
	@$(PIP) install --no-deps --requirement requirements.lock
	@touch $@

# Most of the installed modules are never imported by the tests, so bytecode is written when a module is first used.
$(TEST_READY): requirements.lock requirements-dev.lock | $(BIN)/python
	@echo "Fetching what the tests need (once) ..."
	@$(PIP) install --no-compile --no-deps --requirement requirements.lock --requirement requirements-dev.lock
	@touch $(PLAY_READY) $@

# Some systems ship `ensurepip` in a separate package. Without it, pip is installed by the pip of the base Python.
$(BIN)/python: | writable
	@for python in $(CANDIDATES); do \
	    if $$python -c '$(NEW_ENOUGH)' 2>/dev/null; then \
	        $$python -m venv $(VENV) >/dev/null 2>&1 && exit 0; \
	        $$python -m venv --clear --without-pip $(VENV) && $$python -m pip --quiet --python $(BIN)/python install pip && exit 0; \
	        rm -rf $(VENV); \
	        echo "Vok could not make an environment in $(VENV) with $$python: it needs pip." >&2; exit 1; \
	    fi; \
	done; \
	echo "Vok needs Python 3.11 or newer; none of these is: $(CANDIDATES). Name yours with: make PYTHON=/path/to/python3.11" >&2; \
	exit 1

lock:
	@rm -rf build/lock && mkdir -p build
	@for python in $(CANDIDATES); do $$python -c '$(NEW_ENOUGH)' 2>/dev/null && $$python -m venv build/lock && break; done
	@build/lock/bin/python -m pip --quiet install .
	@build/lock/bin/python -m pip freeze --exclude vok-tui > build/play.pins
	@build/lock/bin/python -m pip --quiet install '.[dev]'
	@build/lock/bin/python -m pip freeze --all --exclude pip --exclude vok-tui | grep -vxFf build/play.pins > build/dev.pins
	@{ echo "# What the game runs with. Written by make lock."; cat build/play.pins; } > requirements.lock
	@build/lock/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml","rb"))["build-system"]["requires"], sep="\n")' > build/build.in
	@rm -rf build/lock && for python in $(CANDIDATES); do $$python -c '$(NEW_ENOUGH)' 2>/dev/null && $$python -m venv build/lock && break; done
	@build/lock/bin/python -m pip --quiet install --requirement build/build.in
	@build/lock/bin/python -m pip freeze --all --exclude pip > build/build.pins
	@{ echo "# What compiling the engine needs. Written by make lock."; cat build/build.pins; } > requirements-build.lock
	@{ echo "# What the tests and checks need besides requirements.lock. Written by make lock."; cat build/dev.pins; } > requirements-dev.lock
	@rm -rf build/lock build/play.pins build/dev.pins build/build.in build/build.pins

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +
