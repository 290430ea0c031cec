#!/bin/sh
# Fuzzes the parser of requests: Fuzz/requests.sh [RUNS]
# Builds with -O and the address sanitizer, and exits with a status that is not 0 on a finding, which is
# left in .build/fuzz/requests.
set -eu
runs=${1:-1000000}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/.build/fuzz/requests
mkdir -p "$work/seeds" "$work/corpus" "$work/findings"

# One module, so that the target sees what the package does not export.
swiftc -O -wmo -swift-version 6 -parse-as-library -module-name RequestsFuzz \
  -package-name clipgate -enable-upcoming-feature ExistentialAny -sanitize=fuzzer,address -use-ld=lld \
  "$root"/Sources/HTTP/Server/Parsing/*.swift "$root"/Sources/HTTP/Server/HeaderFields.swift \
  "$root"/Sources/HTTP/Server/RequestHead.swift "$root/Fuzz/RequestsTarget.swift" \
  -o "$work/fuzz-requests"

printf '1GET /a%%20b?x=1+2 HTTP/1.1\r\nHost: h\r\n\r\n' >"$work/seeds/get"
printf '2POST / HTTP/1.1\r\nHost: h:1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.0\r\n\r\n' \
  >"$work/seeds/counted"
printf '3PUT / HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n3;a\r\nabc\r\n0\r\nT: u\r\n\r\n' \
  >"$work/seeds/chunked"
printf '\r\nOPTIONS http://h/ HTTP/1.1\r\nhost: h\r\nConnection: close\r\n\r\n' >"$work/seeds/absolute"

cd "$work"
exec ./fuzz-requests corpus seeds -runs="$runs" -max_len=1024 -timeout=5 -rss_limit_mb=1024 \
  -malloc_limit_mb=64 -dict="$root/Fuzz/requests.dict" -artifact_prefix=findings/ \
  -print_final_stats=1
