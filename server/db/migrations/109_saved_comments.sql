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
