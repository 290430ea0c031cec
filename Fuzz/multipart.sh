#!/bin/sh
# Fuzzes the parser of multipart/form-data: Fuzz/multipart.sh [RUNS]
# Builds with -O and the address sanitizer, and exits with a status that is not 0 on a finding, which is
# left in .build/fuzz/multipart.
set -eu
runs=${1:-1000000}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/.build/fuzz/multipart
mkdir -p "$work/seeds" "$work/corpus" "$work/findings"

# One module, so that the target sees what the package does not export.
swiftc -O -wmo -swift-version 6 -parse-as-library -module-name MultipartFuzz \
  -enable-upcoming-feature ExistentialAny -sanitize=fuzzer,address -use-ld=lld \
  "$root"/Sources/Multipart/*.swift "$root/Fuzz/MultipartTarget.swift" -o "$work/fuzz-multipart"

head='Content-Disposition: form-data; name="a"'
printf '1--b\r\n%s\r\n\r\nx\r\n--b--\r\n' "$head" >"$work/seeds/one"
printf 'A--bb\r\n%s; filename="c.mp4"\r\nContent-Type: video/mp4\r\n\r\n\r\r\n\n\r\n--bb\r\n%s\r\n\r\n\r\n--bb--' \
  "$head" "$head" >"$work/seeds/two"
printf '2preamble\r\n--b \t\r\n%s;\r\n filename*=UTF-8'"''"'%%41\r\n\r\n\r\n--bc\r\n--b--x' \
  "$head" >"$work/seeds/odd"

cd "$work"
exec ./fuzz-multipart corpus seeds -runs="$runs" -max_len=1024 -timeout=5 -rss_limit_mb=1024 \
  -malloc_limit_mb=64 -dict="$root/Fuzz/multipart.dict" -artifact_prefix=findings/ \
  -print_final_stats=1
