-- Staff write announcements: as a draft, at a time to come, for all or for a section.
alter table announcements rename posted_at to publish_at;
alter table announcements
  -- Null: a draft. Students see it from then on.
  alter column publish_at drop not null,
  alter column publish_at drop default,
  add column created_at timestamptz not null default now(),
  -- Null: for everyone on the course.
  add column section text,
  add column pinned boolean not null default false;
update announcements set created_at = publish_at;
drop index announcements_newest;
create index announcements_newest on announcements (course_id, pinned desc, publish_at desc, id desc)
  where deleted_at is null;
call author_table('announcements');

-- In which section of the course a student is; empty: in none.
alter table roster add column section text not null default '';

-- The history of one thing.
create index changes_of on changes (course_id, (about->>'_id'), created_at desc, id desc);
