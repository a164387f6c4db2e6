-- Counts what changes in a course that is the same for everyone on it, so that a process knows whether what it last told
-- of the course still holds. By triggers, because whoever forgot to count would leave old answers standing for ever.
alter table courses add column version bigint not null default 0;

create function renew_course() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger renew before update on courses for each row when (old.version = new.version) execute function renew_course();

-- In the order of their ids, so that two who renew several of the same courses wait for each other and not in a circle.
create function renew_courses() returns trigger language plpgsql as $$
begin
  update courses set version = version + 1 where id in (
    select id from courses where id in (select course_id from changed) order by id for no key update);
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['roster', 'announcements', 'contents', 'links', 'playlists'] loop
    execute format(
      'create trigger renew_inserted after insert on %I referencing new table as changed execute function renew_courses()',
      name);
    execute format(
      'create trigger renew_updated after update on %I referencing new table as changed execute function renew_courses()',
      name);
    execute format(
      'create trigger renew_deleted after delete on %I referencing old table as changed execute function renew_courses()',
      name);
  end loop;
end $$;

-- Who is on a course is told with their names and pictures.
create function renew_courses_of_person() returns trigger language plpgsql as $$
begin
  update courses set version = version + 1 where id in (
    select id from courses where id in (select course_id from roster where person_id = new.id)
    order by id for no key update);
  return null;
end $$;
create trigger renew after update on people for each row
  when ((old.first, old.last, old.email, old.img, old.removed_at)
    is distinct from (new.first, new.last, new.email, new.img, new.removed_at))
  execute function renew_courses_of_person();
