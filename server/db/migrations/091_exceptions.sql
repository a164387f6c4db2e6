-- What some are given besides what an assignment gives everybody: a row for one person, one group or one section.
create table exceptions (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  person_id uuid references people on delete cascade,
  -- No key: a group goes when its last member leaves, which is no change of staff. What it was given stays for its return.
  group_id uuid,
  section text check (section <> ''),
  -- Null, and 0: as everybody.
  due_at timestamptz,
  closes_at timestamptz,
  extra_attempts smallint not null default 0 check (extra_attempts between 0 and 100),
  extra_minutes smallint not null default 0 check (extra_minutes between 0 and 10080),
  -- For staff.
  reason text not null default '',
  updated_at timestamptz not null,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade,
  constraint exceptions_for_one check (num_nonnulls(person_id, group_id, section) = 1),
  constraint exceptions_close_once_due check (closes_at >= due_at)
);
-- Whose work is looked at asks by whom they are for, so a person without any costs a look into an index.
create unique index exceptions_person on exceptions (course_id, person_id, assignment_id) where person_id is not null;
create unique index exceptions_group on exceptions (course_id, group_id, assignment_id) where group_id is not null;
create unique index exceptions_section on exceptions (course_id, section, assignment_id) where section is not null;
create index exceptions_assignment on exceptions (course_id, assignment_id, id desc);
call author_table('exceptions');
call count_table('exceptions', 'work');
