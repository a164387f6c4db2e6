create table topics (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  author_id uuid references people on delete set null,
  title text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id)
);

create table posts (
  course_id uuid not null,
  id uuid not null,
  topic_id uuid not null,
  author_id uuid references people on delete set null,
  content text not null check (content <> ''),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id),
  unique (course_id, topic_id, id),
  foreign key (course_id, topic_id) references topics on delete cascade
);
create index posts_newest on posts (course_id, topic_id, created_at desc, id desc);

-- A comment on a post; with a parent_id, a reply to a comment. Replies are not replied to.
create table comments (
  course_id uuid not null,
  id uuid not null,
  topic_id uuid not null,
  post_id uuid not null,
  parent_id uuid,
  author_id uuid references people on delete set null,
  content text not null check (content <> ''),
  noreply boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id),
  unique (course_id, post_id, id),
  foreign key (course_id, topic_id, post_id) references posts (course_id, topic_id, id) on delete cascade,
  foreign key (course_id, post_id, parent_id) references comments (course_id, post_id, id) on delete cascade
);
create index comments_post on comments (course_id, topic_id, post_id, created_at, id);
