#!/usr/bin/env bash
# The primary is gone: makes the replica that has most of it the primary. HAProxy finds it by itself, and the other
# replicas follow it, because they reach the primary through HAProxy.
#
#   PGPASSWORD=… promote.sh 'host=db2 dbname=postgres user=failover' 'host=db3 dbname=postgres user=failover'
#
# FIRST make sure that the old primary is off and stays off (power, network, `systemctl disable`): two primaries lose data.
set -euo pipefail
: "${1:?name the replicas, as psql does}"
best='' most=-1
for replica in "$@"; do
  # Everything that was acknowledged is on at least one of them, so all that can be asked must be.
  received=$(psql "$replica" -XAtc "select pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')")
  echo "$replica has $received bytes"
  if [ "$received" -gt "$most" ]; then best=$replica most=$received; fi
done
echo "promoting $best"
psql "$best" -XAtc "select pg_promote(true, 60)"
