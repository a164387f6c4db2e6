-- The comments that a grader keeps to use again. They are the person's, of no course.
create table saved_comments (
  person_id uuid not null references people on delete cascade,
  id uuid not null,
  text text not null,
  used_at timestamptz not null,
  primary key (person_id, id)
);
create index saved_comments_used on saved_comments (person_id, used_at desc, id);
-- The same text is kept once. Not the text itself: it may be too long for an index.
create unique index saved_comments_once on saved_comments (person_id, md5(text));

-- A grade is the feedback of a submission. What a grader gave, and what it adds up to.
alter table feedback
  -- { part: "2.50" }: points by hand, in place of those that the part got by itself
  add column parts jsonb not null default '{}',
  -- The ids of the rubric items that apply.
  add column items uuid[] not null default '{}',
  -- In place of what the parts add up to.
  add column override numeric(8, 2),
  add column override_reason text not null default '',
  -- Before the late rule.
  add column points numeric(8, 2);
call author_table('feedback');

-- What is looked for in a work, with points off or on. Changing one changes all that have it.
create table rubric_items (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  -- `textbox`, `item-<question id>`, `file`; '' for the whole work
  part text not null,
  title text not null,
  points numeric(8, 2) not null,
  deleted_at timestamptz,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index rubric_items_assignment on rubric_items (course_id, assignment_id, id);
call author_table('rubric_items');
create index feedback_items on feedback using gin (items);

-- Who grades what, where the works are divided.
create table divisions (
  course_id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  grader_id uuid not null references people on delete cascade,
  primary key (course_id, assignment_id, owner_id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index divisions_grader on divisions (grader_id);
call author_table('divisions');

-- What a grader types and has not saved.
create table grade_drafts (
  course_id uuid not null,
  submission_id uuid not null,
  grader_id uuid not null references people on delete cascade,
  fields jsonb not null,
  updated_at timestamptz not null,
  primary key (course_id, submission_id, grader_id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);
create index grade_drafts_grader on grade_drafts (grader_id);
