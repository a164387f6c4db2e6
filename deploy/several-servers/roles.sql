-- Once, on the primary, as a superuser: psql -v password=… -v replication=… -f roles.sql

create role raintree login password :'password';
-- Behind PgBouncer a session's settings belong to the role, because sessions are shared.
alter role raintree set timezone = 'UTC';
alter role raintree set statement_timeout = '15s';
create database raintree owner raintree;

create role replicator login replication password :'replication';
create role haproxy_check login connection limit 20;
