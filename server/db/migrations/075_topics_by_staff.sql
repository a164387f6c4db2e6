-- What is written in a topic has a version of its own (before: topics.version, 009), because a post of a student is no
-- change of the topic by staff. No row: nothing was written yet.
create table topic_versions (
  course_id uuid not null,
  topic_id uuid not null,
  version bigint not null default 1,
  primary key (course_id, topic_id),
  foreign key (course_id, topic_id) references topics on delete cascade
);
insert into topic_versions (course_id, topic_id, version) select course_id, id, version from topics where version > 0;

-- Staff make topics: as drafts, at a time to come.
alter table topics
  drop column version,
  -- Null: a draft. Students see it from then on.
  add column publish_at timestamptz,
  -- First in the list.
  add column pinned boolean not null default false,
  -- Students read, and write no more.
  add column locked boolean not null default false,
  -- A student sees what others wrote once they have posted.
  add column post_first boolean not null default false,
  -- The most points of a graded one.
  add column score numeric(8, 2) check (score >= 0);
update topics set publish_at = least(created_at, now());
call author_table('topics');
call publish_table('topics', 'materials');
call count_table('topics', 'materials');

-- Whether a person has posted in a topic.
create index posts_of_author on posts (course_id, topic_id, author_id);

-- Posts, comments and replies that staff hide, each by its id.
create table hidden_texts (
  course_id uuid not null,
  id uuid not null,
  topic_id uuid not null,
  -- For its author.
  reason text not null,
  primary key (course_id, id),
  foreign key (course_id, topic_id) references topics on delete cascade
);
create index hidden_texts_topic on hidden_texts (course_id, topic_id);
call author_table('hidden_texts');

-- Posts, comments and replies that staff endorse, each by its id.
create table endorsed_texts (
  course_id uuid not null,
  id uuid not null,
  topic_id uuid not null,
  endorsed_by uuid references people on delete set null,
  endorsed_at timestamptz not null,
  primary key (course_id, id),
  foreign key (course_id, topic_id) references topics on delete cascade
);
create index endorsed_texts_topic on endorsed_texts (course_id, topic_id);
call author_table('endorsed_texts');

-- A text that is hidden or endorsed makes what is kept of its topic old, whoever writes it, an undo too.
create function count_topic() returns trigger language plpgsql as $$
begin
  -- The topic itself may be going.
  insert into topic_versions (course_id, topic_id)
  select course_id, id from topics
  where course_id = coalesce(new.course_id, old.course_id) and id = coalesce(new.topic_id, old.topic_id)
  on conflict (course_id, topic_id) do update set version = topic_versions.version + 1;
  return null;
end $$;
create trigger count_topic after insert or update or delete on hidden_texts
  for each row execute function count_topic();
create trigger count_topic after insert or update or delete on endorsed_texts
  for each row execute function count_topic();
