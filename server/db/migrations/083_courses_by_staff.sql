-- Staff make and set courses where students see them.
alter table courses
  -- IANA: in which the days and hours of the course are meant.
  add column zone text not null default 'Asia/Bangkok' check (length(zone) between 1 and 64),
  -- The tabs that students are shown, in their order. Null: all, as the product orders them.
  add column tabs text[] check (cardinality(tabs) between 1 and 20),
  -- What becomes of work that is handed in late (contract/staff/courses.ts).
  add column late_rule jsonb not null default '{"kind": "none"}',
  -- A picture of its own; or one of the product's drawings, by its name. Neither: `img`, or the drawing of its id.
  add column picture_id uuid references uploads,
  add column cover text check (length(cover) between 1 and 40),
  -- Since when it can only be read.
  add column archived_at timestamptz,
  add constraint courses_one_picture check (picture_id is null or cover is null);
create index courses_picture on courses (picture_id) where picture_id is not null;

-- A course is its own: its rows have no `course_id`.
create or replace function record_change() returns trigger language plpgsql as $$
declare
  change text := this_change();
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if change is null then
    raise exception 'a write to % outside a change', tg_table_name using errcode = 'RT001';
  end if;
  if change <> 'seed' and before - 'revision' is distinct from after - 'revision' then
    insert into change_rows (course_id, change_id, table_name, key, before, after)
    select (coalesce(after, before)->>case tg_table_name when 'courses' then 'id' else 'course_id' end)::uuid,
      change::uuid, tg_table_name,
      (select jsonb_object_agg(name, coalesce(after, before)->name) from unnest(tg_argv) as name), before, after;
  end if;
  return null;
end $$;
call author_table('courses');

-- Links with which people join a course as students, each until it expires or is taken back.
create table join_links (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  -- Whoever has it may join, so staff who set the course alone read it.
  token text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (course_id, id)
);
create index join_links_newest on join_links (course_id, created_at desc, id desc) where revoked_at is null;
call author_table('join_links');

-- Who joined by which link.
create table join_link_uses (
  course_id uuid not null,
  link_id uuid not null,
  person_id uuid not null references people on delete cascade,
  used_at timestamptz not null,
  primary key (course_id, link_id, person_id),
  foreign key (course_id, link_id) references join_links on delete cascade
);
create index join_link_uses_person on join_link_uses (person_id);

-- Whom an administrator appointed to make courses.
alter table people add column may_create boolean not null default false;
