-- Work that takes long: who asked for it, where, and how far it is. A row is written in the transaction that asks, and
-- with it that of the queue, which has the same id (pg-boss, in the schema `pgboss`). See docs/decisions/029-jobs.md.
create table jobs (
  id uuid primary key,
  kind text not null,
  actor_id uuid not null references people on delete cascade,
  course_id uuid not null references courses on delete cascade,
  progress real not null default 0 check (progress between 0 and 1),
  created_at timestamptz not null default now()
);
create index jobs_of_actor on jobs (actor_id);
create index jobs_of_course on jobs (course_id);
create index jobs_created on jobs (created_at);
