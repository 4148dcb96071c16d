# A thin front to meson: `make` in a fresh clone leaves build/lodestone.

PREFIX ?= /usr/local
DESTDIR ?=
MESON_FLAGS ?=
ARGS ?=
TESTS ?=
CLANG_FORMAT ?= clang-format

BUILD := build

.DEFAULT_GOAL := all
.PHONY: all program play serve site page check check-quick check-deadline check-web coverage mutants bench report report-pdf fuzz format install uninstall wheel dist deb clean help configure

# MESON_FLAGS also apply to a build that is already configured. The tests have their
# own build directories, so this one doesn't need cmocka.
configure:
	@tools/setup build
	@if [ ! -f $(BUILD)/build.ninja ]; then \
	    meson setup $(BUILD) -Dtests=false $(MESON_FLAGS); \
	elif [ -n "$(MESON_FLAGS)" ]; then \
	    meson configure $(BUILD) $(MESON_FLAGS); \
	fi

all: configure ## build build/lodestone (MESON_FLAGS=-Dnative=true: for this machine's processor)
	@ninja -C $(BUILD)

# The program alone, without library and manual pages: the quickest way to play.
program: configure
	@ninja -C $(BUILD) lodestone lodestone-adapter

play: program ## build, then run build/lodestone (ARGS=...)
	@$(BUILD)/lodestone $(ARGS)

serve: program ## build, then serve the web page on this machine (ARGS=...)
	@$(BUILD)/lodestone serve $(ARGS)

site: program ## make dist/site: the page with the engine inside, for any static host
	@tools/setup site
	@ninja -C $(BUILD) rules.wasm lodestone.wasm
	@tools/site folder dist/site $(BUILD)
	@echo 'dist/site is ready: put its files on any web host'

page: program ## make dist/lodestone.html: the same as one file that works from a disk
	@tools/setup site
	@ninja -C $(BUILD) rules.wasm lodestone.wasm
	@tools/site file dist/lodestone.html $(BUILD)
	@echo 'dist/lodestone.html is ready: open it in a browser'

check: ## run every test (TESTS="engine screen": only these)
	@tools/setup check
	@tests/run $(TESTS)

check-quick: ## the tests of a minute: format, arrows, unit, transcripts
	@tools/setup check
	@tests/run --quick $(TESTS)

check-deadline: all ## check that moves take at most 3 s on a busy machine (3 minutes)
	@tools/setup check
	@tests/deadline $(BUILD)/lodestone

check-web: ## play the games in a browser (headless Chromium and Firefox)
	@tools/setup check
	@tests/run --build gcc page page_firefox

coverage: ## which lines the tests reach: build-check/coverage/report/index.html
	@tools/setup coverage
	@tests/run --build coverage

mutants: ## change the program at random and see whether the tests notice (ARGS="--count 50")
	@tools/setup check
	@tools/mutants $(ARGS)

bench: program ## build, measure, append to bench/history.tsv (ARGS=--quick: don't append)
	@bench/run $(ARGS)

report: program ## measure docs/report.md again (FULL=1: many games, hours)
	@tools/report --size $(if $(FULL),full,short)

report-pdf: ## print docs/report.md to build/report.pdf (needs chromium)
	@mkdir -p $(BUILD)
	@tools/report --pdf $(BUILD)/report.pdf

fuzz: ## run every fuzz target for a minute
	@tools/setup check
	@FUZZ_SECONDS=60 tests/run --suite fuzz

format: ## format all C sources
	@find src include examples tests -name '*.[ch]' -o -name '*.inc' | \
	    xargs -r $(CLANG_FORMAT) -i

install: all ## install under PREFIX (/usr/local), inside DESTDIR if given
	@tools/install install $(BUILD) "$(PREFIX)" "$(DESTDIR)"

uninstall: configure ## remove the installed files (same PREFIX and DESTDIR)
	@tools/install uninstall $(BUILD) "$(PREFIX)" "$(DESTDIR)"

wheel: all ## make the Python package, in dist/ (pip install --no-index dist/*.whl)
	@tools/wheel $(BUILD) dist

dist: ## make the source archive of the last commit, in dist/
	@tools/dist dist

deb: ## build the Debian packages of the last commit, in dist/
	@tools/setup deb
	@tools/deb dist

clean: ## remove all build directories
	rm -rf $(BUILD) build-check dist

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16
