# Two commands on a fresh machine: `make demo` and `make test`.

SCRIPTS := Tests/Scripts

.PHONY: help demo docs examples test setup build bench corpus fuzz long-test format consumers install first-build release release-test sanitize

help:
	@echo 'make demo   build the tool and the Superheroes example, and run it on a JSON store'
	@echo 'make examples     run what the pages of examples and of the documentation show, and compare what is printed'
	@echo 'make test   run every test'
	@echo 'make docs   build the documentation as a site'
	@echo 'make install      put a release build, its manual and completions below PREFIX (/usr/local)'
	@echo 'make consumers    build every package in Tests/Consumers, as an adopter would'
	@echo 'make first-build  measure the first build of a package that uses this one'
	@echo 'make newcomer     go through Getting started in a minimal Debian with nothing but Swift; needs root and debootstrap'
	@echo 'make release      make the files of a release and its notes, from the tag of the commit'
	@echo 'make release-test do so for a tag in a clone, and try each file in a minimal Debian; needs root and debootstrap'
	@echo 'make setup  install what is missing (libxml2, zlib, SQLite, libpq)'
	@echo 'make build  build everything'
	@echo 'make bench  measure against peers, side by side'
	@echo 'make server-bench measure how many requests a server answers in a second, with each store and without'
	@echo 'make instructions  count what a store takes for each object, against stored counts'
	@echo 'make corpus compile the code of every model, however adopters compile it; ALL=1 for all versions'
	@echo 'make crash  kill a writing process 1,000 times, lose power, let every operation fail'
	@echo 'make film   draw the session at the terminal and the large diagram that the README shows'
	@echo 'make api    list changes of the public interface since the last release that break programs'
	@echo 'make parity compare this project with Apple'"'"'s Core Data, on a Mac'
	@echo 'make sanitize     run the tests in which tasks meet under ThreadSanitizer'
	@echo 'make fuzz   feed hostile and damaged models to the tool for a minute; SECONDS=n for longer'
	@echo 'make long-test    try all of what make test takes samples of, and 2,000,000 operations of several contexts on four stores;'
	@echo '                  OPERATIONS=n for as many, MODELGEN_SEED=n to begin elsewhere'
	@echo 'make fixtures     write the stores and compiled models that tests read, with Python 3.8 or later'
	@echo 'make studio-test  drive the studio in headless Chromium, with a picture of each step in .build/studio'
	@echo 'make studio-bench measure the studio with a million objects in headless Chromium'
	@echo 'make format put the sources into the house style'

setup:
	@$(SCRIPTS)/install-dependencies.sh

build: setup
	swift build

demo: setup
	@$(SCRIPTS)/demo.sh

examples: build
	@$(SCRIPTS)/examples.sh

docs: build
	@$(SCRIPTS)/docs.sh

test: setup
	@$(SCRIPTS)/test.sh

bench: setup
	@$(SCRIPTS)/bench.sh

.PHONY: server-bench

server-bench: setup
	@$(SCRIPTS)/server-bench.sh

.PHONY: instructions

instructions: setup
	@$(SCRIPTS)/instructions.sh

corpus: setup
	@$(SCRIPTS)/corpus.sh $(if $(ALL),--all-versions)

consumers: setup
	@$(SCRIPTS)/consumers.sh

PREFIX ?= /usr/local

# With Swift's runtime and Foundation inside, a tool starts sooner: nothing is left to look for and to link.
# Swift's toolchain can do so on Linux only; elsewhere these libraries are part of the system.
CONFIGURATION ?= release
INSTALL_FLAGS := $(if $(filter Linux-release,$(shell uname -s)-$(CONFIGURATION)),--static-swift-stdlib -Xlinker -s) \
	$(MODELGEN_BUILD_OPTIONS)

install: setup
	swift build --configuration $(CONFIGURATION) --product modelgen $(INSTALL_FLAGS)
	swift build --configuration $(CONFIGURATION) --product modelgen-store $(INSTALL_FLAGS)
	swift build --configuration $(CONFIGURATION) --product modelgen-studio $(INSTALL_FLAGS)
	@$(SCRIPTS)/install.sh "$$(swift build --configuration $(CONFIGURATION) --show-bin-path)/modelgen" "$(DESTDIR)$(PREFIX)"

release: setup
	@$(SCRIPTS)/release.sh

first-build: setup
	@$(SCRIPTS)/first-build.sh

release-test: setup
	@$(SCRIPTS)/release-test.sh

.PHONY: newcomer

newcomer:
	@$(SCRIPTS)/newcomer.sh

.PHONY: studio-test

studio-test: setup
	@$(SCRIPTS)/studio-test.sh

.PHONY: studio-bench

studio-bench: setup
	MODELGEN_STUDIO_BARS=1 swift test --filter StudioTests.BarTests

.PHONY: crash

crash: setup
	@$(SCRIPTS)/crash.sh

SECONDS ?= 60

fuzz: setup
	@$(SCRIPTS)/fuzz.sh $(SECONDS)

long-test: setup
	MODELGEN_LONG_TESTS=1 swift test --filter 'ColumnEvaluationTests|FirstRowsTests|ReferenceQueryTests|RandomQueryTests|ModelTextTests|RoundTripTests|^[A-Za-z]*Tests\.Corpus|SampleCompileTests|Hostile|Writing|LostConnectionTests|WorkingThroughFaultsTests|WaitingRequestTests|FailingCallTests|CommandLineTests'
	MODELGEN_LONG_TESTS=1 MODELGEN_CRASH=full swift test --filter FaultTests
	MODELGEN_TEST_STORE=asked swift test --filter ObjectGraphTests
	MODELGEN_TEST_STORE=json swift test --filter ObjectGraphTests
	@$(SCRIPTS)/long-test.sh

.PHONY: film

film: build
	@$(SCRIPTS)/film.sh "$$(swift build --show-bin-path)/modelgen"

.PHONY: parity

parity:
	@$(SCRIPTS)/parity.sh

.PHONY: api

api: setup
	@$(SCRIPTS)/api-test.sh
	@$(SCRIPTS)/api.sh

format:
	swift format --in-place --recursive Package.swift Sources Plugins Tests

sanitize: setup
	@$(SCRIPTS)/sanitize.sh

.PHONY: fixtures

fixtures:
	python3 $(SCRIPTS)/fixtures
