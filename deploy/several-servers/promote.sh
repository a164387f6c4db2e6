#!/usr/bin/env bash
# The primary is gone: makes the replica that has most of it the primary. HAProxy finds it by itself, and the other
# replicas follow it, because they reach the primary through HAProxy.
#
#   PGPASSFILE=… promote.sh 'host=db2 dbname=postgres user=failover' 'host=db3 dbname=postgres user=failover'
#
# FIRST make sure that the old primary is off and stays off (power, network, `systemctl disable`): two primaries lose data.
set -euo pipefail
: "${1:?name the replicas, as psql does}"
export PGCONNECT_TIMEOUT=5

# The bytes that a replica has. One that was restarted without a primary counts as received only what comes before the
# file of the log that it would ask for next, though it has replayed more: so whichever of the two is more.
has() {
  psql "$1" -XAtc "select case when pg_is_in_recovery() then pg_wal_lsn_diff(
    greatest(coalesce(pg_last_wal_receive_lsn(), '0/0'), coalesce(pg_last_wal_replay_lsn(), '0/0')), '0/0') end"
}

best='' most=-1
for replica in "$@"; do
  # Everything that was acknowledged is on at least one of them, so all that can be asked must be.
  bytes=$(has "$replica") before=
  # It may still be replaying what it found on its disk.
  for ((second = 0; second < 60; second++)); do
    if [ -z "$bytes" ]; then echo "$replica is no replica: nothing was promoted" >&2; exit 1; fi
    if [ "$bytes" = "$before" ]; then break; fi
    sleep 1
    before=$bytes bytes=$(has "$replica")
  done
  if [ "$bytes" != "$before" ]; then echo "$replica still grows: is the old primary off?" >&2; exit 1; fi
  echo "$replica has $bytes bytes"
  if [ "$bytes" -gt "$most" ]; then best=$replica most=$bytes; fi
done
echo "promoting $best"
psql "$best" -XAtc "select pg_promote(true, 60)"
