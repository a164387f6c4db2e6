-- What graders draw and write on what was handed in. Its student sees it with the released feedback, and never before.
create table marks (
  course_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  -- As in the response: textbox, item-<question id>, file-<slot id>.
  field text not null,
  -- In an archive; '' for the file itself.
  path text not null default '',
  page integer not null default 1 check (page between 1 and 100000),
  kind text not null check (kind in ('highlight', 'pen', 'text', 'pin')),
  -- In fractions of the page, or lines and offsets in them of a text.
  shape jsonb not null,
  comment text not null default '',
  colour text not null,
  author_id uuid references people on delete set null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (course_id, id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);
create index marks_submission on marks (course_id, submission_id, id) where deleted_at is null;
create index marks_author on marks (author_id);
call author_table('marks');
