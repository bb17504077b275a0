# Two commands are enough: `make run` and `make test`. Every target needs nothing but Python and make.
.DEFAULT_GOAL := help
.PHONY: help run test quick lint .venv dev bench fuzz seed snap locks

help: ## This list
	@sed -n 's/^\([a-z.]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 16

run: ## Set up, build what changed, serve the app on 3000 and the admin on 3001
	@scripts/setup.sh run
	@.venv/bin/toney serve

test: ## Set up, then format, lint, types, layers, front ends and the whole test suite
	@scripts/setup.sh dev
	@.venv/bin/python -m scripts.check

quick: ## What reads the code and the quick tests on SQLite, in about two minutes
	@scripts/setup.sh dev
	@.venv/bin/python -m scripts.check --quick

lint: ## What reads the code: format, lint, types, layers; `ONLY=toney` or `ONLY=admin` for one app
	@scripts/setup.sh dev
	@.venv/bin/python -m scripts.check --lint $(if $(ONLY),--only $(ONLY))

.venv: ## Only the dependencies
	@scripts/setup.sh dev

dev: ## Both apps with hot reload; `make dev ONLY=toney` or `ONLY=admin` starts one
	@scripts/setup.sh dev
	@.venv/bin/python -m scripts.dev $(if $(ONLY),--only $(ONLY))

bench: ## The rows of Toney's speed, in a browser and with 5,000,000 messages (takes an hour)
	@scripts/setup.sh dev
	@.venv/bin/python -m tests.bench
	@.venv/bin/python -m tests.bench.beside
	@.venv/bin/python -m tests.bench.flatness
	@.venv/bin/python -m tests.bench.load

fuzz: ## Schemathesis asks every route of the JSON API odd questions, for 20 minutes
	@scripts/setup.sh dev
	@test -x .toney-build/fuzz/bin/schemathesis || { .venv/bin/python -m venv .toney-build/fuzz && \
		.toney-build/fuzz/bin/pip install -q schemathesis==4.32.5; }
	@.venv/bin/python -m tests.fuzz --with .toney-build/fuzz/bin/schemathesis

seed: ## Put 300 made-up people with six months of history into the database, once
	@scripts/setup.sh run
	@.venv/bin/toney seed --world

snap: ## Write again what is generated (settings, snapshots, stories) and show what changed
	@scripts/setup.sh dev
	@.venv/bin/python -m scripts.generate
	@.venv/bin/pytest -q -p no:randomly --snapshot-update tests/coaching/prompts
	@.venv/bin/python -m tests.support.story_pages
	@.venv/bin/python -m scripts.costs
	@git --no-pager diff --stat
	@git --no-pager diff --unified=0 --word-diff=plain -- coaching/prompts coaching/content/data \
		'tests/coaching/prompts/__snapshots__/*new_user*' 'tests/coaching/prompts/__snapshots__/test_tools'

locks: ## Pin the dependencies again
	@scripts/setup.sh dev
	@scripts/compile_requirements.sh
	@.venv/bin/python -m scripts.frontend_locks
