# Clipgate. `make help` lists what can be made.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The one place that knows where a Swift toolchain may lie when it is not in PATH.
TOOLCHAINS := /opt/swift/usr/bin:/usr/local/swift/usr/bin:/usr/share/swift/usr/bin
export PATH := $(PATH):$(TOOLCHAINS):$(HOME)/.local/share/swiftly/bin
SWIFT := $(shell PATH='$(PATH)' command -v swift)

RELEASE := .build/release
# How often the fuzzer calls the box walk in `fuzz-boxes`, and the parsers in the others.
RUNS ?= 100000
# How long the clients and kills of `SoakTests` go on in `soak`.
SOAK_SECONDS ?= 3600
# Swift Testing alone: there is no XCTest here, and its empty summary would only confuse.
SWIFT_TEST := $(SWIFT) test --disable-xctest

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: toolchain
toolchain:
ifeq ($(SWIFT),)
	@echo "No swift was found, neither in PATH nor in the usual places ($(TOOLCHAINS))." >&2
	@echo "Install Swift 6.3 from https://www.swift.org/install/ and try again." >&2
	@exit 2
endif

.PHONY: deps
deps: ## install the Debian packages of config/packages.txt that are missing
	@[ "$${DEPS:-}" = none ] || scripts/install-packages

.PHONY: readers
readers: deps
	@[ "$${DEPS:-}" = none ] || scripts/install-python-packages

.PHONY: build
build: toolchain deps ## build clipgate, its runner, server and sender, optimised; they run where no Swift is, too
	$(SWIFT) build -c release --static-swift-stdlib --product clipgate
	$(SWIFT) build -c release --static-swift-stdlib --product clipgate-runner
	$(SWIFT) build -c release --static-swift-stdlib --product clipgate-server
	$(SWIFT) build -c release --static-swift-stdlib --product clipgate-sender
	@echo "Built $(RELEASE)/clipgate"

.PHONY: demo
demo: build ## take a sample movie the whole way, into ./demo
	@scripts/demo $(RELEASE)/clipgate

.PHONY: serve
serve: build ## run the HTTP service on 127.0.0.1:8080, with its data in ./clipgate-data
	$(RELEASE)/clipgate serve --config config/clipgate.json5

# DESTDIR stands before every path, for packages. A configuration that is there is its owner's.
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
SERVER_FILES = $(DESTDIR)$(PREFIX)/share/clipgate
UNIT = $(DESTDIR)$(PREFIX)/lib/systemd/system/clipgate.service

.PHONY: install
install: ## install what `make build` made, with configuration, systemd unit and nginx.conf (PREFIX, SYSCONFDIR, DESTDIR)
	@[ -x $(RELEASE)/clipgate-server ] || { echo "Nothing is built yet: make build" >&2; exit 2; }
	install -d $(DESTDIR)$(PREFIX)/bin $(dir $(UNIT)) $(SERVER_FILES) \
	  $(DESTDIR)$(SYSCONFDIR)/clipgate
	install -m 755 $(RELEASE)/clipgate $(RELEASE)/clipgate-runner $(RELEASE)/clipgate-server \
	  $(RELEASE)/clipgate-sender \
	  $(DESTDIR)$(PREFIX)/bin
	install -m 644 config/clipgate.json5 config/nginx.conf $(SERVER_FILES)
	sed -e 's|/usr/local/|$(PREFIX)/|g' -e 's|/etc/clipgate|$(SYSCONFDIR)/clipgate|g' \
	  config/clipgate.service >$(UNIT)
	chmod 644 $(UNIT)
	[ -e $(DESTDIR)$(SYSCONFDIR)/clipgate/clipgate.json5 ] || \
	  install -m 644 config/clipgate.json5 $(DESTDIR)$(SYSCONFDIR)/clipgate

# It takes some eleven minutes; one that hangs is a failure, and says so before anything else ends it.
.PHONY: test
test: toolchain deps readers ## build everything and run the whole suite, with sampled counts
	$(SWIFT) build --build-tests
	timeout --kill-after=30 45m $(SWIFT_TEST) --skip-build

# CLIPGATE_SANITIZER tells tests that memory and time are not the program's own.
.PHONY: check
check: toolchain deps readers ## run all gates: format, layers, public symbols, documentation, the suite under a sanitizer
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Examples Package.swift
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	scripts/check-public-symbols $(SWIFT)
	scripts/check-documentation $(SWIFT)
	CLIPGATE_SANITIZER=address ASAN_OPTIONS=detect_leaks=1 \
	LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/foundation-leaks.txt:print_suppressions=0 \
	$(SWIFT_TEST) --sanitize=address --scratch-path .build/address

# What the server says of its own threads ends its process with another status. Children have one thread each:
# the runner is the plain one, since the sanitizer does not live in their box.
THREADED := HTTPTests|LedgerTests|WebhooksTests|TransfersTests|StorageTests|WorkerTests|FrontDoorTests|TelemetryTests|MultipartTests
THREADED := $(THREADED)|EndToEndTests\.(Service|Webhook|ClientShare|Chatter|WireForm|HTTPCase|HostileRequest|OverLimit)
THREADED := $(THREADED)|EndToEndTests\.(CORS|Token|TakeOver)

.PHONY: threads
threads: toolchain deps readers ## run the service's suites under the thread sanitizer
	$(SWIFT) build --product clipgate-runner
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread
	cp --remove-destination .build/debug/clipgate-runner .build/thread/debug/clipgate-runner
	CLIPGATE_SANITIZER=thread TSAN_OPTIONS=atexit_sleep_ms=0:suppressions=$(CURDIR)/scripts/mutex-races.txt \
	$(SWIFT_TEST) --skip-build --sanitize=thread --scratch-path .build/thread --filter '$(THREADED)'

.PHONY: soak
soak: toolchain deps readers ## clients and kills for SOAK_SECONDS, the suite with its full counts, ten million fuzzer calls
	$(SWIFT) build --build-tests
	CLIPGATE_SOAK_SECONDS=$(SOAK_SECONDS) $(SWIFT_TEST) --skip-build --filter SoakTests
	CLIPGATE_SOAK=1 $(SWIFT_TEST) --skip-build
	$(MAKE) fuzz-boxes fuzz-multipart fuzz-requests RUNS=10000000

.PHONY: peers
peers: deps
	@[ "$${DEPS:-}" = none ] || scripts/install-bench-packages

# BENCH has more of its options, as BENCH="--only A,D --runs 9".
.PHONY: bench
bench: build peers ## measure clipgate against ffmpeg and others; fails where a bound of Benchmarks/thresholds.json is crossed
	CLIPGATE=$(RELEASE)/clipgate Benchmarks/bench $(BENCH)

.PHONY: bench-service
bench-service: build peers ## only the way of an upload through the service, against ffmpeg and dd
	CLIPGATE=$(RELEASE)/clipgate Benchmarks/bench --only service $(BENCH)

.PHONY: fuzz-boxes
fuzz-boxes: toolchain ## call the box walk with RUNS broken files, under a sanitizer
	Fuzz/boxes.sh $(RUNS)

.PHONY: fuzz-multipart
fuzz-multipart: toolchain ## call the parser of multipart bodies with RUNS broken ones, under a sanitizer
	Fuzz/multipart.sh $(RUNS)

.PHONY: fuzz-requests
fuzz-requests: toolchain ## call the parser of requests with RUNS broken ones, under a sanitizer
	Fuzz/requests.sh $(RUNS)

.PHONY: format
format: toolchain ## format the sources in place
	$(SWIFT) format --in-place --recursive Sources Tests Benchmarks Examples Package.swift

.PHONY: samples
samples: deps ## make the movies of samples/ again
	samples/make.sh

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .build demo
	@[ ! -e clipgate-data ] || echo "clipgate-data holds clips and stays; remove it by hand"
