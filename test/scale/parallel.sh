#!/usr/bin/env bash
# The shards of a run under GNU parallel: their merged report must equal that of a single run, byte for byte.
#
#   test/scale/parallel.sh [MEGABYTES] [SHARDS]     default: 20 megabytes, 4 shards
#
# Exits with 77 where GNU parallel is not installed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
megabytes=${1:-20}
shards=${2:-4}
parallel --version 2>/dev/null | grep -q "GNU parallel" || { echo "skipped: GNU parallel is not installed"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
node "$root/test/scale/generate.mjs" logs "$megabytes"
export SOURCE_DATE_EPOCH=1790000000 NO_COLOR=1
seq "$shards" | parallel --will-cite --halt now,fail=1 "node '$root/bin/guardrails.js' check logs --no-config --shard {}/$shards -o blob={}.blob"
failed=0
for reporter in json sarif; do
  one=0 merged=0
  node "$root/bin/guardrails.js" check logs --no-config -r "$reporter" >"one.$reporter" || one=$?
  node "$root/bin/guardrails.js" merge ./*.blob -r "$reporter" >"merged.$reporter" || merged=$?
  if cmp "one.$reporter" "merged.$reporter" && [ "$one" -eq "$merged" ]; then
    echo "$reporter: the merged report of $shards shards equals the single run's ($(wc -c <"one.$reporter") bytes, exit $one)"
  else
    echo "FAILED: $reporter differs (exit $one and $merged)"
    failed=1
  fi
done
exit "$failed"
