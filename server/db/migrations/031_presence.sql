-- Who is at something that several may write at, as long as they say so.
create table presence (
  course_id uuid not null,
  -- What they are at.
  about uuid not null,
  person_id uuid not null,
  seen_at timestamptz not null,
  primary key (course_id, about, person_id)
);
create index presence_seen on presence (seen_at);
