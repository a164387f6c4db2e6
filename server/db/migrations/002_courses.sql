-- Every table that a course owns has the primary key (course_id, …) and every query names the
-- course, so that a course's rows stay together when the tables are distributed or partitioned.

create table courses (
  id uuid primary key,
  code text not null,
  section text not null default '',
  name text not null,
  name_short text not null,
  img text,
  mooc boolean not null default false,
  academic_year smallint not null check (academic_year between 1900 and 2200),
  semester smallint not null check (semester between 1 and 3),
  objectives text[] not null default '{}',
  contact_facebook text,
  contact_team text,
  contact_echo text,
  -- Null: the course cannot be joined with a password.
  join_password_hash text,
  created_at timestamptz not null default now(),
  constraint courses_number unique (academic_year, semester, code, section)
);
create index courses_search on courses (lower(code) text_pattern_ops, academic_year, semester);

create table roster (
  course_id uuid not null references courses on delete cascade,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('student', 'assistant', 'instructor')),
  title text not null default '',
  -- The order in which instructors are named.
  position smallint not null default 0,
  joined_at timestamptz not null default now(),
  primary key (course_id, person_id)
);
create index roster_person on roster (person_id, course_id) include (role);
create index roster_instructors on roster (course_id, position, person_id) include (title) where role = 'instructor';

-- A code and password that make a person an instructor of the course.
create table instructor_invitations (
  code text primary key,
  course_id uuid not null references courses on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  uses_left integer not null default 1 check (uses_left >= 0)
);

create table announcements (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  author_id uuid references people on delete set null,
  title text not null,
  content text not null,
  posted_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id)
);
create index announcements_newest on announcements (course_id, posted_at desc, id desc) where deleted_at is null;

create table schedules (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  location text not null default '',
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at >= start_at),
  deleted_at timestamptz,
  primary key (course_id, id)
);
create index schedules_start on schedules (course_id, start_at, id) where deleted_at is null;

create table attendance (
  course_id uuid not null,
  schedule_id uuid not null,
  person_id uuid not null references people on delete cascade,
  -- 3 present, 2 late, 1 absent
  code smallint not null check (code between 1 and 3),
  recorded_at timestamptz not null default now(),
  primary key (course_id, person_id, schedule_id),
  foreign key (course_id, schedule_id) references schedules on delete cascade
);
create index attendance_schedule on attendance (course_id, schedule_id);

-- What happened in a course: the course's recent activity and everyone's notifications are both
-- read from here. An event with a person_id is for that person alone.
create table activity (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  type text not null check (type in ('announcement', 'assignment', 'schedule', 'content', 'grade')),
  title text not null,
  -- A path of this product.
  link text not null check (link like '/%'),
  actor_id uuid references people on delete set null,
  person_id uuid references people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (course_id, id)
);
create index activity_course on activity (course_id, created_at desc, id desc) where person_id is null;
create index activity_person on activity (course_id, person_id, created_at desc, id desc) where person_id is not null;

-- All of a person's notifications up to read_at are read, and these few besides.
create table notification_marks (
  person_id uuid primary key references people on delete cascade,
  read_at timestamptz not null
);
create table notification_reads (
  person_id uuid not null references people on delete cascade,
  activity_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (person_id, activity_id)
);
