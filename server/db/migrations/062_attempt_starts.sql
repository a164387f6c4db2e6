-- When an owner began an attempt of an assignment with a time limit; the questions are sent from then on.
create table attempt_starts (
  course_id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  attempt integer not null check (attempt >= 1),
  started_by uuid references people on delete set null,
  started_at timestamptz not null,
  -- When it was handed in; null: it is under way.
  ended_at timestamptz,
  primary key (course_id, assignment_id, owner_id, attempt),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index attempt_starts_open on attempt_starts (started_at) where ended_at is null;
create index attempt_starts_person on attempt_starts (started_by);
