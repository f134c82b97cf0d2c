#!/usr/bin/env bash
# A Slurm job array over a generated set, on a cluster of this machine alone: its merged report must equal that of a single run, byte for byte.
#
#   test/scale/slurm.sh [MEGABYTES] [TASKS]     default: 20 megabytes, 4 tasks; 2000 for the set of the documentation
#
# Needs Debian's slurm-wlm and munge, and root, as which their daemons start here. Exits with 77 where they are not there.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
megabytes=${1:-20}
tasks=${2:-4}

skip() { echo "skipped: $1"; exit 77; }
for program in munged slurmctld slurmd sbatch scontrol sinfo; do
  PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || skip "$program is not installed (Debian: slurm-wlm munge)"
done
[ "$(id -u)" -eq 0 ] || skip "the daemons of Slurm are started as root here"
PATH=$PATH:/usr/sbin

work=$(mktemp -d)
daemons=()
finish() {
  for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
  for daemon in "${daemons[@]}"; do wait "$daemon" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
chmod 755 "$work"

# Keys and sockets of this cluster alone: it meets no other one on this machine.
mkdir -m 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
mkdir -m 755 "$work/socket"
munged --foreground --force --num-threads=2 --key-file="$work/munge/key" --socket="$work/socket/munge" \
  --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge/log" &
daemons+=($!)
for _ in $(seq 50); do [ -S "$work/socket/munge" ] && break; sleep 0.2; done

host=$(hostname -s)
mkdir "$work/state" "$work/spool"
free_port() { node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
cat >"$work/slurm.conf" <<CONF
ClusterName=scale
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/socket/munge
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
CONF
export SLURM_CONF="$work/slurm.conf"
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D -f "$SLURM_CONF" -N "$host" >"$work/slurmd.log" 2>&1 &
daemons+=($!)
is_up=false
for _ in $(seq 60); do
  if sinfo -h -o %t 2>/dev/null | grep -q idle; then is_up=true; break; fi
  sleep 0.5
done
$is_up || { tail -5 "$work/slurmctld.log" "$work/slurmd.log"; skip "the daemons of Slurm do not come up on this machine"; }
echo "A Slurm cluster of one node is up: $(slurmctld -V), $(nproc) cores"

node "$root/test/scale/generate.mjs" "$work/logs" "$megabytes"
cd "$work"
export SOURCE_DATE_EPOCH=1790000000 NO_COLOR=1
guardrails() { node "$root/bin/guardrails.js" "$@"; }
seconds() { date +%s; }

begin=$(seconds)
cat >job.sh <<JOB
#!/bin/sh
cd "$work" && exec node "$root/bin/guardrails.js" check logs --no-config --shard auto -o "blob=\$SLURM_ARRAY_TASK_ID.blob"
JOB
sbatch --quiet --wait --array="1-$tasks" --output="$work/task-%a.log" job.sh || { cat task-*.log; echo "FAILED: a task of the array"; exit 1; }
echo "Job array of $tasks tasks: $(($(seconds) - begin)) s"

begin=$(seconds)
failed=0
for reporter in json sarif junit jsonl; do
  one=0 merged=0
  guardrails check logs --no-config -r "$reporter" >"one.$reporter" 2>one.err || one=$?
  guardrails merge ./*.blob -r "$reporter" >"merged.$reporter" 2>merged.err || merged=$?
  if cmp "one.$reporter" "merged.$reporter" && cmp one.err merged.err && [ "$one" -eq "$merged" ]; then
    echo "$reporter: the merged report equals the single run's ($(wc -c <"one.$reporter") bytes, exit $one)"
  else
    echo "FAILED: $reporter differs (exit $one and $merged)"
    failed=1
  fi
done

# A shard that is lost is never passed over in silence.
lost=0
guardrails merge $(ls ./*.blob | tail -n +2) -r json >/dev/null 2>lost.err || lost=$?
[ "$lost" -eq 2 ] && echo "Without its first shard the merge exits with 2: $(cat lost.err)" || { echo "FAILED: a lost shard"; failed=1; }
exit "$failed"
