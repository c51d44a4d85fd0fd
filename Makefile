# Recipes of bastide. `make play` and `make test` need python3 (3.11 or newer, with venv) only.
#
#   make play      set up what is missing and start bastide; options: make play ARGS="doctor"
#   make test      every test that runs anywhere, with branch coverage
#   make lan       the tests between network namespaces (Linux)
#   make soak      the tests at their large figures, for hours
#   make lint      style         make type    types         make bench   speed
#   make pythons   the determinism tests on each Python that is there
#   make playthroughs   write the files anew that tests compare with, to be reviewed as a diff
#   make lowest    the tests with the least versions of the dependencies (needs uv)
#   make lock      pin the dependencies (needs uv; ARGS=--upgrade moves the versions)
#   make bundle    one zip with all wheels, for a party without internet

PYTHON  ?= python3
VENV    ?= .venv
UV      ?= uv
JOBS    ?= auto
# Least share of covered branches and lines in core, net and plugins, in per cent.
COVERAGE_FLOOR ?= 90

PY      := $(VENV)/bin/python
PIP     := $(PY) -m pip --disable-pip-version-check --no-input
PYTEST  := $(PY) -m pytest -q
SPREAD  := -n $(JOBS) --maxprocesses 4 --dist worksteal
MEASURED = $(PY) -m coverage run -m pytest -q $(SPREAD) -m 'not timed' --durations=5 --durations-min=2
COMPILE := pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# A user's settings must not reach into the environment that is made here. Without compiled files
# beside the sources, each of the hundreds of processes that tests start would compile them again.
export PIP_USER := 0
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

# In a folder that was copied or moved, the environment would still run the old folder's code.
ifneq "$(shell cat $(VENV)/.where 2>/dev/null)" "$(CURDIR)"
$(shell rm -f $(VENV)/.play $(VENV)/.dev)
endif

.PHONY: play test lan soak lint type bench pythons determinism lowest playthroughs pictures lock bundle

play: $(VENV)/.play
	@$(PY) -m bastide $(ARGS)

# Those of cli run unmeasured: they take half of the time, and twice as long when measured.
# Tests marked `timed` run last, one by one and not slowed down; exit code 5 means there are none.
test: $(VENV)/.dev
	@rm -f .coverage .coverage.*
	@if test -n "$(ARGS)"; then $(MEASURED) $(ARGS); \
	else $(MEASURED) --ignore=tests/cli && $(PYTEST) $(SPREAD) -m 'not timed' tests/cli; fi
	@$(PY) -m coverage combine -q
	@$(PYTEST) -m timed $(ARGS) || test $$? -eq 5
	@echo "Coverage of core, net and plugins, lines and branches:"
	@$(PY) -m coverage report --include='core/*,net/*,plugins/*' --fail-under=$(COVERAGE_FLOOR)

# Peers wait for each other much of the time, so tests run side by side here, too.
lan: $(VENV)/.dev
	@PATH="$$PATH:/usr/sbin:/sbin"; alone=; \
	if ! ip -V >/dev/null 2>&1 || ! unshare --version >/dev/null 2>&1; then alone=no; \
	elif ! unshare -n true 2>/dev/null; then alone='unshare -rn'; $$alone true 2>/dev/null || alone=no; fi; \
	if test "$$alone" = no; then \
		echo "make lan needs Linux with iproute2 and util-linux, as root or with user namespaces allowed." >&2; exit 1; fi; \
	test -z "$$alone" && command -v avahi-browse >/dev/null || \
		echo "The tests of Avahi are left out: they need it installed, and root." >&2; \
	export LOGNAME="$$(id -un)"; \
	lan() { $$alone $(PYTEST) --durations=5 --durations-min=2 "$$@" $(ARGS) tests/lan || test $$? -eq 5; }; \
	lan $(SPREAD) -m 'not timed' && lan -m timed

soak: $(VENV)/.dev
	@BASTIDE_SIZES=soak $(PYTEST) $(SPREAD) -m 'not timed' -o faulthandler_timeout=0 --durations=20 $(ARGS)
	@BASTIDE_SIZES=soak $(PYTEST) -m timed -o faulthandler_timeout=0 $(ARGS) || test $$? -eq 5

lint: $(VENV)/.dev
	@$(PY) -m ruff format --check -q .  || { echo "Not formatted: $(PY) -m ruff format ." >&2; exit 1; }
	@$(PY) -m ruff check .

type: $(VENV)/.dev
	@$(PY) -m mypy
	@$(PY) -m pyright --pythonpath $(PY)

bench: $(VENV)/.play
	@for script in bench/[a-z]*.py; do \
		test -e "$$script" || { echo "There is no benchmark in bench/ yet." >&2; exit 1; }; \
		$(PY) -m "bench.$$(basename "$$script" .py)" $(ARGS) || exit 1; \
	done

# One after the other, each with an environment of its own.
pythons:
	@found=; missing=; \
	for version in 3.11 3.12 3.13; do \
		if python$$version -c '' 2>/dev/null; then \
			found="$$found $$version"; \
			echo "Python $$version:"; \
			$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=python$$version determinism || exit 1; \
		else missing="$$missing $$version"; fi; \
	done; \
	echo "Found and the same:$${found:- none}. Not found here:$${missing:- none}."

determinism: $(VENV)/.dev
	@for seed in 0 4711; do PYTHONHASHSEED=$$seed $(PYTEST) -m determinism $(ARGS) || exit 1; done

# The least versions that pyproject.toml promises to work with.
lowest:
	@$(UV) --version >/dev/null 2>&1 || { echo "make lowest needs uv: pip install uv" >&2; exit 1; }
	@rm -rf .venv-lowest
	@$(MAKE) --no-print-directory VENV=.venv-lowest .venv-lowest/.dev
	@$(UV) $(COMPILE) --resolution lowest-direct pyproject.toml -o .venv-lowest/play.txt
	@.venv-lowest/bin/python -m pip install -q --no-deps --require-hashes -r .venv-lowest/play.txt
	@.venv-lowest/bin/python -m pytest -q $(SPREAD) -m 'not timed' $(ARGS)

playthroughs: $(VENV)/.dev
	@$(PYTEST) -m golden --regenerate $(ARGS)
	@git --no-pager diff --stat

pictures: $(VENV)/.dev
	@$(PY) -m tests.lan.photographs $(ARGS)

lock:
	@$(UV) --version >/dev/null 2>&1 || { echo "make lock needs uv: pip install uv, or make UV=/path/to/uv lock" >&2; exit 1; }
	@$(UV) $(COMPILE) $(ARGS) pyproject.toml --group dev -o requirements/dev.txt
	@$(UV) $(COMPILE) $(ARGS) pyproject.toml --group build -c requirements/dev.txt -o requirements/play.txt

bundle: $(VENV)/.play
	@VENV='$(VENV)' sh requirements/bundle.sh

$(VENV)/.play: pyproject.toml requirements/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed, for example: make PYTHON=python3.12 play" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV), once..." >&2
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install -q --require-hashes -r requirements/play.txt
	@$(PIP) install -q --no-deps --no-build-isolation -e .
	@printf '%s\n' '$(CURDIR)' > $(VENV)/.where
	@touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	@echo "Adding the test tools to $(VENV), once..." >&2
	@$(PIP) install -q --require-hashes -r requirements/dev.txt
	@touch $@
