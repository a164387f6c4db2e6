-- Once, on the primary, as a superuser in the database postgres. \password gives the first three their passwords: README.md.

-- Fewer than max_connections: while both replicas are away writes keep theirs, and HAProxy and the operator must get in.
create role raintree login connection limit 250;
-- Behind PgBouncer a session's settings belong to the role, because sessions are shared.
alter role raintree set timezone = 'UTC';
alter role raintree set statement_timeout = '15s';
-- Plans a statement once for each connection, where statements are prepared.
alter role raintree set plan_cache_mode = 'force_generic_plan';
alter role raintree set random_page_cost = 1.1;
alter role raintree set jit = off;
create database raintree owner raintree;

create role replicator login replication;
-- Makes a replica the primary (promote.sh), and lets an old primary follow the new one (pg_rewind).
create role failover login;
grant execute on function pg_promote(boolean, integer) to failover;
grant pg_checkpoint to failover;
grant execute on function pg_ls_dir(text, boolean, boolean) to failover;
grant execute on function pg_stat_file(text, boolean) to failover;
grant execute on function pg_read_binary_file(text) to failover;
grant execute on function pg_read_binary_file(text, bigint, bigint, boolean) to failover;

-- HAProxy asks without a password. So this role may not write, not even a temporary table or a large object; nor may it
-- stay. Its settings are what it begins with and could change: who may come at all is in pg_hba.conf.
create role haproxy_check login connection limit 20;
alter role haproxy_check set default_transaction_read_only = on;
alter role haproxy_check set statement_timeout = '1s';
alter role haproxy_check set idle_in_transaction_session_timeout = '1s';
alter role haproxy_check set idle_session_timeout = '5s';
-- The owner of a database keeps the privileges that everyone else loses here.
revoke temporary on database postgres from public;
revoke connect, temporary on database raintree from public;
revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public;
