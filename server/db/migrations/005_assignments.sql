create table assignments (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  due_at timestamptz,
  -- 0: unlimited
  attempts_allowed integer not null default 1 check (attempts_allowed >= 0),
  -- Null: each person hands in their own.
  grouping_id uuid,
  has_text boolean not null default false,
  score numeric(8, 2) not null check (score >= 0),
  score_essay numeric(8, 2) not null default 0 check (score_essay >= 0),
  score_questionset numeric(8, 2) not null default 0 check (score_questionset >= 0),
  score_file numeric(8, 2) not null default 0 check (score_file >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id),
  foreign key (course_id, grouping_id) references groupings
);
create index assignments_due on assignments (course_id, due_at, id) where deleted_at is null;

create table questions (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  position smallint not null,
  question text not null,
  type text not null check (type in ('options', 'text')),
  score numeric(8, 2) not null check (score >= 0),
  -- [{ "text": …, "correct": true | false }], in order; null for a text question
  options jsonb,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade,
  check ((type = 'options') = (options is not null))
);
create index questions_assignment on questions (course_id, assignment_id, position, id);

create table file_slots (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  position smallint not null,
  name text not null,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index file_slots_assignment on file_slots (course_id, assignment_id, position, id);

-- Every submission is kept. Its owner is the person, or the group of a group assignment; attempts
-- of one owner are numbered, and the unique number decides between two that race.
create table submissions (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  attempt integer not null check (attempt >= 1),
  submitted_by uuid references people on delete set null,
  submitted_at timestamptz not null default now(),
  -- { textbox, item-<question id>, file-<slot id> } as strings; a file is an upload's id
  response jsonb not null,
  digest text not null,
  primary key (course_id, id),
  constraint submissions_attempt unique (course_id, assignment_id, owner_id, attempt),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index submissions_owner on submissions (course_id, owner_id, assignment_id, attempt desc);

create table submission_files (
  course_id uuid not null,
  submission_id uuid not null,
  slot_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, submission_id, slot_id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);
create index submission_files_upload on submission_files (upload_id);

create table feedback (
  course_id uuid not null,
  submission_id uuid not null,
  score numeric(8, 2),
  comment text not null default '',
  show boolean not null default false,
  grader_id uuid references people on delete set null,
  updated_at timestamptz not null default now(),
  primary key (course_id, submission_id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);

-- What a person has typed and not yet submitted: { field: { value, at } }, merged field by field.
create table drafts (
  course_id uuid not null,
  assignment_id uuid not null,
  person_id uuid not null references people on delete cascade,
  fields jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (course_id, assignment_id, person_id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);

-- The gradebook's columns and scores.
create table gradables (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  score numeric(8, 2) not null check (score >= 0),
  position smallint not null default 0,
  -- A final grade is kept but not shown.
  final boolean not null default false,
  assignment_id uuid,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);

create table scores (
  course_id uuid not null,
  person_id uuid not null references people on delete cascade,
  gradable_id uuid not null,
  score numeric(8, 2),
  updated_at timestamptz not null default now(),
  primary key (course_id, person_id, gradable_id),
  foreign key (course_id, gradable_id) references gradables on delete cascade
);
create index scores_gradable on scores (course_id, gradable_id);
