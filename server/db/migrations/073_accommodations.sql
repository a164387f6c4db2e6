-- What a student is granted in all of a course: for staff, and for nobody else.
create table accommodations (
  course_id uuid not null references courses on delete cascade,
  person_id uuid not null references people on delete cascade,
  -- Of the time that a test gives, in percent: 150 is half as much again.
  time_percent smallint not null default 100 check (time_percent between 100 and 1000),
  -- After what is due.
  extra_days smallint not null default 0 check (extra_days between 0 and 365),
  note text not null default '',
  updated_at timestamptz not null,
  primary key (course_id, person_id)
);
call author_table('accommodations');
call count_table('accommodations', 'work');
