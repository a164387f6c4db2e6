-- What staff have published that is not out yet, a row a thing: students see a thing of a published table when it has a time
-- of publication and no row here (server/publishing/).
create table publications (
  course_id uuid not null references courses on delete cascade,
  subject_id uuid not null,
  subject_table text not null,
  publish_at timestamptz not null,
  -- Who set the time.
  actor_id uuid references people on delete set null,
  primary key (course_id, subject_id)
);
create index publications_next on publications (publish_at);

-- Keeps the row of a thing in step with its `publish_at`, by trigger, so that no code can forget it. What a demo school or
-- a copy brings along as published long ago is no news. The argument is the name of the table.
create function plan_publication() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from publications where course_id = old.course_id and subject_id = old.id;
  elsif new.publish_at is null or new.deleted_at is not null then
    delete from publications where course_id = new.course_id and subject_id = new.id;
  elsif this_change() is distinct from 'seed' or new.publish_at > now() then
    insert into publications (course_id, subject_id, subject_table, publish_at, actor_id)
    select new.course_id, new.id, tg_argv[0], new.publish_at, (
      select actor_id from changes where course_id = new.course_id and id = nullif(this_change(), 'seed')::uuid)
    on conflict (course_id, subject_id) do update set publish_at = excluded.publish_at, actor_id = excluded.actor_id;
  end if;
  return null;
end $$;

-- Makes an authored table one whose things are published: it has `publish_at` and `deleted_at`. Its lists show another
-- thing when one goes out, so that counts in the same part of the course as a change of the table.
create procedure publish_table(name text, part text) language plpgsql as $$
begin
  execute format('create trigger plan_created after insert or delete on %I for each row
    execute function plan_publication(%L)', name, name);
  execute format('create trigger plan_changed after update of publish_at, deleted_at on %I for each row
    when (old.publish_at is distinct from new.publish_at or old.deleted_at is distinct from new.deleted_at)
    execute function plan_publication(%L)', name, name);
  execute format('create or replace trigger count_%s after delete on publications referencing old table as changed
    for each statement execute function mark_courses(%L)', part, part);
end $$;
call publish_table('announcements', 'materials');

-- What is planned already: its event comes when it goes out.
insert into publications (course_id, subject_id, subject_table, publish_at, actor_id)
select course_id, id, 'announcements', publish_at, author_id from announcements
where publish_at > now() and deleted_at is null;
delete from activity where kind = 'announcement_posted' and person_id is null and created_at > now();
