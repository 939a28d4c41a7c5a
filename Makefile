# The only task runner of the project. `make` lists the targets.
SWIFT_FLAGS := --explicit-target-dependency-import-check error

.DEFAULT_GOAL := help
.PHONY: help bootstrap build test lint format

help: ## Lists the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

bootstrap: ## Installs what a fresh machine lacks, through apt, and says what it does.
	@bash Scripts/bootstrap

build: bootstrap ## Builds everything; warnings are errors.
	swift build $(SWIFT_FLAGS)

test: bootstrap lint ## Lints, builds with warnings as errors, and tests.
	swift test $(SWIFT_FLAGS)

lint: ## Checks the format of all sources.
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

format: ## Rewrites all sources in the project's format.
	swift format --in-place --recursive --parallel Package.swift Sources Tests
