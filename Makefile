# The only task runner of the project. `make` lists the targets.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
FEED := .build/release/feed
# What shows and plays a feed needs no network. Unoptimised it is built in a minute and a half, and is fast enough to look at.
SMALL := .build/small/debug/feed
LIBRARIES := FeedSnapshots FeedModel FeedLayout FeedFormatting FeedRendering FeedTerminal FeedWire \
	FeedStore FeedQueries FeedDefinition FeedEngine FeedReplay FeedStress \
	FeedClient FeedServer FeedInputs FeedLog
SPORTSBOOK := layouts/sportsbook.yaml
EXCHANGE := layouts/exchange.yaml
# Linked as the installed program is: calls of Swift's libraries through a table cost a tenth of a price.
BENCH := swift run -c release --static-swift-stdlib --package-path Benchmarks bench
FUZZ_SECONDS ?= 300
RANDOM_FEED_SECONDS ?= 3600
RANDOM_FEED_SEED ?= 1
PREFIX ?= /usr/local
MINUTE := fixtures/sportsbook/updates.jsonl

.DEFAULT_GOAL := help
.PHONY: help bootstrap test-tools page-tools log-tools build run feed test test-full soak fuzz check lint files docs \
	bench figures format fixtures pictures install dist test-package

help: ## Lists the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

bootstrap: ## Installs missing packages for the build with apt.
	@bash Scripts/bootstrap

test-tools: ## Installs tools of the tests: tmux, pyte, nginx, fish, zsh.
	@bash Scripts/bootstrap --tests

page-tools: ## Installs tools of the page's tests: node, Chromium, playwright from PyPI.
	@bash Scripts/page-tools

log-tools: ## Installs tools of the tests of the log and of inputs: nats-server, PyPI's nats-py and websockets.
	@bash Scripts/log-tools

build: bootstrap ## Builds everything; warnings are errors.
	swift build $(SWIFT_FLAGS)

run: bootstrap ## Shows the sportsbook's feed, plays a minute of updates, and shows the feed again.
	@echo "building what shows and plays a feed; the first time this takes a while ('make feed' builds all of it)"
	@swift build --product feed --disable-default-traits --scratch-path .build/small
	@echo
	@$(SMALL) render $(SPORTSBOOK) --size 80x48
	@echo
	@$(SMALL) replay $(SPORTSBOOK) $(MINUTE) --speed 10x
	@echo
	@$(SMALL) render $(SPORTSBOOK) --fixture $(MINUTE) --size 80x48

feed: bootstrap ## Builds the whole program with server, inputs and log: .build/release/feed.
	@Scripts/build-release

install: bootstrap ## Installs the program with man pages, completions and samples; PREFIX=/usr/local, DESTDIR= for packages.
	@Scripts/build-release
	@Scripts/stage-files $(DESTDIR)$(PREFIX)
	@echo "install: $(DESTDIR)$(PREFIX)/bin/feed"

dist: bootstrap ## Writes a tarball, a .deb, the list of components and checksums to .build/dist.
	@Scripts/build-release
	@Scripts/make-dist

test-package: dist ## Installs the .deb in a fresh Debian without Swift and runs the demo there; needs root.
	@Scripts/test-package

test: test-tools page-tools log-tools lint files ## Lints, builds with warnings as errors, and tests.
	@bash Scripts/check-weight --resolve
	Scripts/test $(SWIFT_FLAGS)
	swift test --package-path Tests/SharingWithGRDB --scratch-path .build/sharing

# Leaks are not looked for: Swift keeps the values of globals that are made when first asked for behind
# pointers whose spare bits it uses, and LeakSanitizer does not find the way to them. No test is of
# XCTest, whose own start leaks as well. Under ThreadSanitizer a copy's digest takes longer than a server waits.
test-full: export ASAN_OPTIONS = detect_leaks=0
test-full: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions.txt
test-full: test-tools page-tools log-tools ## Runs longer tests, under both sanitizers and with all invariants checked.
	FEED_TESTS=full Scripts/test $(SWIFT_FLAGS)
	Scripts/test --disable-xctest --sanitize=address --scratch-path .build/asan
	swift build --build-tests --sanitize=thread --scratch-path .build/tsan
	Scripts/seeing-mutexes Scripts/test --skip-build --disable-xctest --sanitize=thread --scratch-path .build/tsan \
	  --filter 'FeedStore|FeedQueries|FeedEngine|FeedReplay|FeedStress|FeedCommand' \
	  --filter 'FeedServer|FeedClient|FeedInputs|FeedLog' --skip StoreCopyTests
	swift build --sanitize=thread --scratch-path .build/tsan --product feed
	Scripts/seeing-mutexes .build/tsan/debug/feed stress $(SPORTSBOOK) --for 60s --readers 6 --seed 2
	Scripts/test --traits default,InvariantChecks --scratch-path .build/invariants \
	  --filter 'FeedSnapshots|FeedModel|FeedQueries|FeedEngine|FeedReplay|FeedStress'
	Scripts/check-weight
	$(MAKE) test-package

soak: test-tools page-tools log-tools ## Runs long tests: random histories and feed files, fuzzers, ten minutes of random load.
	FEED_TESTS=soak Scripts/test $(SWIFT_FLAGS)
	Fuzzing/run $(FUZZ_SECONDS)
	Scripts/build-release
	$(FEED) stress $(SPORTSBOOK) --for 10m --readers 10
	$(FEED) stress $(EXCHANGE) --profile stress --for 10m --readers 10
	python3 Tests/TestFeeds/Programs/faultrun.py $(CURDIR)/$(FEED) $$(mktemp -d) --seconds 600 --kills 20 --gap 100
	python3 Tests/TestFeeds/Programs/joinrun.py $(CURDIR)/$(FEED) $$(mktemp -d)
	Scripts/build-release random-feeds
	.build/release/random-feeds --seconds $(RANDOM_FEED_SECONDS) --seed $(RANDOM_FEED_SEED) --faults 20 \
	  --keep .build/random-feeds

fuzz: ## Runs each fuzzer for FUZZ_SECONDS, five minutes by default.
	Fuzzing/run $(FUZZ_SECONDS)

check: test docs ## Checks a change completely: lint, build, tests, documentation, house rules.

lint: ## Checks the format of all sources.
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift \
	  Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources

files: ## Checks the house rules for files.
	@bash Scripts/check-files

docs: ## Builds the documentation of all libraries as one site in .build/docs; warnings are errors.
	@rm -rf .build/docs && mkdir -p .build/docs/archives
	@for library in $(LIBRARIES); do \
	  echo "docs: $$library"; \
	  swift package --allow-writing-to-directory .build/docs generate-documentation \
	    --target "$$library" --output-path ".build/docs/archives/$$library.doccarchive" --warnings-as-errors \
	    --disable-parameters-and-returns-validation \
	    > .build/docs.log 2>&1 || { cat .build/docs.log; exit 1; }; \
	done
	@$$(dirname "$$(readlink -f "$$(command -v swift)")")/docc merge .build/docs/archives/*.doccarchive \
	  --output-path .build/docs/CompositeFeed.doccarchive --synthesized-landing-page-name CompositeFeed
	@echo "docs: .build/docs/CompositeFeed.doccarchive; serve that folder, and open /documentation"

bench: bootstrap ## Runs the benchmarks; PARTS="pipeline serving" for some, COMPARE=FILE to compare with a run.
	@mkdir -p .build/bench
	Scripts/build-release
	$(BENCH) $(PARTS) \
	  --json .build/bench/figures.json --svg .build/bench $(if $(COMPARE),--compare $(COMPARE))

figures: bootstrap ## Runs the benchmarks and updates the figures of the documentation.
	Scripts/build-release
	$(BENCH) $(PARTS) \
	  --json Benchmarks/Results/figures.json --svg Documentation/Pictures \
	  --document README.md --document Documentation/Performance.md

fixtures: build ## Generates the fixtures from their seed.
	swift run feed generate sportsbook --seed 1
	swift run feed generate quakes --seed 1
	swift run feed generate exchange --seed 1
	swift run feed generate photos --seed 1
	swift run feed generate gallery

pictures: build test-tools page-tools ## Draws the pictures of the documentation.
	@mkdir -p Documentation/Pictures
	.build/debug/feed render $(SPORTSBOOK) --fixture $(MINUTE) --size 80x40 --format svg \
	  > Documentation/Pictures/sportsbook.svg
	.build/debug/feed render layouts/photos.yaml --size 60x33 --format svg \
	  > Documentation/Pictures/photos.svg
	Scripts/take-pictures
	Scripts/take-screens

format: ## Rewrites all sources in the project's format.
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift \
	  Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources
