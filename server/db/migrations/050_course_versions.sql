-- What a course shows alike to many is kept in memory for as long as the parts that it is made of have the same versions
-- (contract/parts.ts). They replace the one version of a course (010, 011 and 014).
create table course_versions (
  course_id uuid primary key references courses on delete cascade,
  people bigint not null default 0,
  materials bigint not null default 0,
  work bigint not null default 0,
  scores bigint not null default 0,
  activity bigint not null default 0
);
-- From the number that a process may have kept answers by.
insert into course_versions select id, version, version, version, version, version from courses;

create function make_course_versions() returns trigger language plpgsql as $$
begin
  insert into course_versions (course_id) select id from made on conflict do nothing;
  return null;
end $$;
create trigger make_versions after insert on courses referencing new table as made
  for each statement execute function make_course_versions();

-- The parts that a transaction has changed so far. Each row goes when its transaction commits, so nobody else sees one.
create unlogged table course_marks (
  course_id uuid not null,
  part text not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (transaction, course_id, part)
);

-- The row of `course_versions` is locked from here to the end of the commit only: a transaction that stays open makes
-- nobody wait. The first of its marks counts them all, by course, so that two that count several wait in one order.
create function count_marks() returns trigger language plpgsql as $$
declare
  mark record;
begin
  for mark in
    with gone as (delete from course_marks where transaction = pg_current_xact_id() returning course_id, part)
    select course_id, array_agg(part) as parts from gone group by course_id order by course_id
  loop
    update course_versions set
      people = people + ('people' = any(mark.parts))::int,
      materials = materials + ('materials' = any(mark.parts))::int,
      work = work + ('work' = any(mark.parts))::int,
      scores = scores + ('scores' = any(mark.parts))::int,
      activity = activity + ('activity' = any(mark.parts))::int
    where course_id = mark.course_id;
  end loop;
  return null;
end $$;
create constraint trigger count_at_commit after insert on course_marks deferrable initially deferred
  for each row execute function count_marks();

-- After a statement, of which `changed` are the rows; the argument is the part.
create function mark_courses() returns trigger language plpgsql as $$
begin
  insert into course_marks (course_id, part) select distinct course_id, tg_argv[0] from changed on conflict do nothing;
  return null;
end $$;

-- Counts each change of a table of courses as one of that part.
create procedure count_table(name text, part text) language plpgsql as $$
begin
  execute format('create trigger count_inserted after insert on %I referencing new table as changed
    for each statement execute function mark_courses(%L)', name, part);
  execute format('create trigger count_updated after update on %I referencing new table as changed
    for each statement execute function mark_courses(%L)', name, part);
  execute format('create trigger count_deleted after delete on %I referencing old table as changed
    for each statement execute function mark_courses(%L)', name, part);
end $$;

do $$
declare
  old record;
begin
  for old in
    select tgrelid::regclass as name, tgname from pg_trigger
    where tgparentid = 0 and tgfoid in ('renew_course'::regproc, 'renew_courses'::regproc,
      'renew_courses_of_person'::regproc, 'renew_course_of_activity'::regproc)
  loop
    execute format('drop trigger %I on %s', old.tgname, old.name);
  end loop;
end $$;
drop function renew_course, renew_courses, renew_courses_of_person, renew_course_of_activity;
alter table courses drop column version;

call count_table('roster', 'people');
call count_table('announcements', 'materials');
call count_table('contents', 'materials');
call count_table('links', 'materials');
call count_table('playlists', 'materials');
call count_table('schedules', 'materials');
call count_table('meetings', 'materials');
call count_table('assignments', 'work');
call count_table('questions', 'work');
call count_table('file_slots', 'work');
call count_table('groupings', 'work');
call count_table('gradables', 'scores');
call count_table('scores', 'scores');

-- What happened to one person alone is shown to nobody else, and is far more often.
create function mark_activity() returns trigger language plpgsql as $$
begin
  insert into course_marks (course_id, part) values (coalesce(new.course_id, old.course_id), 'activity')
  on conflict do nothing;
  return null;
end $$;
create trigger count_inserted after insert on activity for each row
  when (new.person_id is null) execute function mark_activity('activity');
create trigger count_updated after update on activity for each row
  when (old.person_id is null or new.person_id is null) execute function mark_activity('activity');
create trigger count_deleted after delete on activity for each row
  when (old.person_id is null) execute function mark_activity('activity');

-- Who is on a course is shown with their names and pictures.
create function mark_courses_of_person() returns trigger language plpgsql as $$
begin
  insert into course_marks (course_id, part)
  select distinct course_id, 'people' from roster where person_id = new.id on conflict do nothing;
  return null;
end $$;
create trigger count_updated after update on people for each row
  when ((old.first, old.last, old.email, old.img, old.removed_at)
    is distinct from (new.first, new.last, new.email, new.img, new.removed_at))
  execute function mark_courses_of_person('people');

-- The name of a course is shown with everything in it, and seldom changes.
create function mark_course() returns trigger language plpgsql as $$
begin
  insert into course_marks (course_id, part) select new.id, unnest(tg_argv) on conflict do nothing;
  return null;
end $$;
create trigger count_updated after update on courses for each row when (old is distinct from new)
  execute function mark_course('people', 'materials', 'work', 'scores', 'activity');
