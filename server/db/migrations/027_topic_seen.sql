-- Until when a person has seen what was written in a topic. A row that is older than anything that counts as new is
-- swept. See docs/decisions/017-seen-topics.md.
create table topic_seen (
  course_id uuid not null,
  person_id uuid not null references people on delete cascade,
  topic_id uuid not null,
  seen_at timestamptz not null,
  primary key (course_id, person_id, topic_id),
  foreign key (course_id, topic_id) references topics on delete cascade
);
create index topic_seen_age on topic_seen (seen_at);

-- Who answered last in a topic.
create index comments_newest on comments (course_id, topic_id, created_at desc, id desc) where deleted_at is null;
