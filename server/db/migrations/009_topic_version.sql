-- Counts what was written in a topic, so that a process knows whether what it last told of it still holds.
alter table topics add column version bigint not null default 0;
