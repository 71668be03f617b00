# Two commands on a fresh machine: `make demo` and `make test`.

SCRIPTS := Tests/Scripts

.PHONY: help demo test setup build bench corpus fuzz format

help:
	@echo 'make demo   build everything and run the Superheroes example on a JSON store'
	@echo 'make test   run every test'
	@echo 'make setup  install what is missing (libxml2)'
	@echo 'make build  build everything'
	@echo 'make bench  measure against peers, side by side'
	@echo 'make corpus compile the code of every model, however adopters compile it; ALL=1 for all versions'
	@echo 'make fuzz   feed damaged models to the reader for a minute; SECONDS=n for longer'
	@echo 'make format put the sources into the house style'

setup:
	@$(SCRIPTS)/install-dependencies.sh

build: setup
	swift build

demo: build
	@$(SCRIPTS)/demo.sh

test: setup
	@$(SCRIPTS)/test.sh

bench: setup
	@$(SCRIPTS)/bench.sh

corpus: setup
	@$(SCRIPTS)/corpus.sh $(if $(ALL),--all-versions)

SECONDS ?= 60

fuzz: setup
	@$(SCRIPTS)/fuzz.sh $(SECONDS)

format:
	swift format --in-place --recursive Package.swift Sources Plugins Tests
