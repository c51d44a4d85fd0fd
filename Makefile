# Recipes of bastide. Only python3 (3.11 or newer, with venv) and make are needed.
PYTHON ?= python3
VENV   ?= .venv
UV     ?= uv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check --no-input

export PIP_USER := 0
unexport PYTHONPATH PYTHONHOME

ifneq ($(shell cat $(VENV)/.where 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV)/.play $(VENV)/.dev)
endif

.PHONY: play test lock
play: $(VENV)/.play
	@$(PY) -m bastide $(ARGS)

test: $(VENV)/.dev
	@$(PY) -m pytest -q

lock:
	@$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --group dev -o requirements/dev.txt
	@$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --group build -c requirements/dev.txt -o requirements/play.txt

$(VENV)/.play: pyproject.toml requirements/play.txt
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install -q --require-hashes -r requirements/play.txt
	@$(PIP) install -q --no-deps --no-build-isolation -e .
	@printf '%s\n' '$(CURDIR)' > $(VENV)/.where
	@touch $@

$(VENV)/.dev: $(VENV)/.play requirements/dev.txt
	@$(PIP) install -q --require-hashes -r requirements/dev.txt
	@touch $@
