-- What staff marked. A row without a code says that they took it back.
alter table attendance
  alter column code drop not null,
  add column excused boolean not null default false,
  -- For staff alone.
  add column note text not null default '',
  add constraint attendance_excused check (not excused or code = 1);
call author_table('attendance');

-- By which code students may mark themselves: the code itself is drawn from a secret of the servers, the class, and when
-- it was opened.
create table attendance_codes (
  course_id uuid not null,
  schedule_id uuid not null,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  -- In minutes after the start of the class; null: nobody is late.
  late_after smallint,
  primary key (course_id, schedule_id),
  foreign key (course_id, schedule_id) references schedules on delete cascade
);
create index attendance_codes_open on attendance_codes (course_id, closes_at);

-- What students marked themselves. What staff marked goes before it, so that no correction touches these rows.
create table attendance_marks (
  course_id uuid not null,
  schedule_id uuid not null,
  person_id uuid not null references people on delete cascade,
  code smallint not null check (code in (2, 3)),
  -- Random, of the browser: several students of one device are shown to staff.
  device uuid,
  marked_at timestamptz not null,
  primary key (course_id, person_id, schedule_id),
  foreign key (course_id, schedule_id) references schedules on delete cascade
);
create index attendance_marks_schedule on attendance_marks (course_id, schedule_id);
