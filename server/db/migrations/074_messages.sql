-- What staff write to one, some or all of a course.
create table messages (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  author_id uuid references people on delete set null,
  -- Null: everyone on the course.
  people uuid[],
  title text not null,
  content text not null,
  sent_at timestamptz not null,
  primary key (course_id, id)
);
create index messages_newest on messages (course_id, sent_at desc, id desc);
call author_table('messages');
call count_table('messages', 'activity');
