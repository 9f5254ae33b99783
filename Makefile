# Plain enough for the GNU make 3.81 of macOS.
#     PORT=9000         another port for `make run` and `make dev`
#     PYTHON=python3.12 the Python that .venv is made with
#     ARGS="-k kernels" what else to tell pytest

python := .venv/bin/python
port = $(if $(PORT),--server.port $(PORT))
lock := uv pip compile pyproject.toml --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-annotate --custom-compile-command "make lock" --quiet
# Of what the pocket lab and the bundles of the app's modules are made.
pocket_sources := $(shell find offline/pocket web core bayeslab lessons -type f ! -name '*.pyc' ! -path '*/widget/bundle/*') ui/icon.svg
# What the notebook widget needs besides its modules.
bundle := bayeslab/widget/bundle/lab.js
export PYTHON
# Many processes import the same modules; some images switch the cache of compiled modules off.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run dev pocket site exports wheel docs release check test soak benchmarks lint lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: ## start the app
	@sh scripts/venv.sh requirements.txt
	@if command -v npm >/dev/null; then $(MAKE) --silent pocket; else \
		echo "bayeslab: npm is not installed, so the app starts without the pocket lab"; fi
	$(python) -m streamlit run app.py $(port)

dev: ## start the app, follow changes of the source, show full errors
	@sh scripts/venv.sh requirements.txt
	$(python) -m streamlit run app.py $(port) --server.fileWatcherType auto \
		--server.runOnSave true --client.showErrorDetails full

pocket: dist/bayeslab-pocket.html $(bundle) ## build the pocket lab, one file in dist/ that needs no server, and bundle the app's modules

dist/bayeslab-pocket.html: $(pocket_sources) build/npm/installed
	@sh scripts/venv.sh requirements.txt
	$(python) -m offline.pocket.build

site: build/npm/installed ## build the course as static files in dist/site/ (APP=https://... is linked to)
	@sh scripts/venv.sh requirements.txt
	$(python) -m offline.course.build $(APP)

exports: build/npm/installed ## write lessons and exercises for learning platforms: SCORM 1.2, Moodle XML and GIFT, in dist/
	@sh scripts/venv.sh requirements.txt
	$(python) -m offline.course.scorm
	$(python) -m lessons.write_questions dist/questions $(ARGS)

$(bundle): $(pocket_sources) scripts/widget_bundle.py build/npm/installed
	@sh scripts/venv.sh requirements.txt
	$(python) scripts/widget_bundle.py

wheel: $(bundle) ## build the wheel of the package, with the notebook widget, in dist/
	@sh scripts/venv.sh requirements-dev.txt
	$(python) -m hatchling build --target wheel --directory dist

build/npm/installed: web/package.json web/package-lock.json
	@sh scripts/system.sh build
	mkdir -p build/npm
	cp web/package.json web/package-lock.json build/npm
	cd build/npm && npm ci --ignore-scripts --no-audit --no-fund --silent
	touch $@

docs: pocket ## build the documents in dist/docs/: guide, examples, reference, errata
	@sh scripts/venv.sh requirements-dev.txt
	$(python) docs/sphinx/build.py

release: $(bundle) ## build and check what is to be uploaded: wheel and sdist, with the oldest and the newest dependencies
	@sh scripts/venv.sh requirements-dev.txt
	$(python) scripts/release.py

check: ## run all checks, as CI does: lint and all tests
	@sh scripts/system.sh check
	$(MAKE) lint pocket site
	$(python) scripts/oldest.py
	$(python) -m pytest --hypothesis-profile=check $(ARGS)

test: ## run the quick tests, with about twenty in the browser
	@sh scripts/system.sh test
	@sh scripts/venv.sh requirements-dev.txt
	$(MAKE) pocket
	$(python) -m pytest -m "not soak" $(ARGS)

soak: ## run the other tests: those in the browser, random actions, Firefox, nginx with replicas
	@sh scripts/venv.sh requirements-dev.txt
	@sh scripts/system.sh check
	$(MAKE) pocket site
	$(python) -m pytest -m soak $(ARGS)

benchmarks: ## run the benchmarks and write docs/performance.md from them, in less than half an hour
	@sh scripts/venv.sh requirements-dev.txt
	$(python) scripts/performance.py

lint: build/npm/installed $(bundle) ## check style, format and types of Python and JavaScript
	build/npm/node_modules/.bin/tsc --project tsconfig.json
	build/npm/node_modules/.bin/biome lint --error-on-warnings benchmarks lessons tests ui web
	@sh scripts/venv.sh requirements-dev.txt
	$(python) -m ruff check
	$(python) -m ruff format --check
	$(python) -m pyrefly check

lock: ## pin the newest versions that pyproject.toml allows
	@sh scripts/venv.sh requirements-dev.txt
	$(python) -m $(lock) --upgrade --extra app --output-file requirements.txt
	$(python) -m $(lock) --upgrade --extra app --group dev --constraint requirements.txt \
		--output-file requirements-dev.txt
	$(python) -m $(lock) --upgrade --resolution lowest-direct --group oldest --output-file requirements-oldest.txt

clean: ## remove the environment and all caches
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
