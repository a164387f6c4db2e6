-- The version of a course (010) counts these too: what is ahead, what happened, and what there is to do and to score are
-- the same for everyone on it but for what each has done.
do $$
declare
  name text;
begin
  foreach name in array
    array['assignments', 'questions', 'file_slots', 'groupings', 'gradables', 'schedules', 'meetings']
  loop
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

-- What happened to one person alone is told to nobody else, and is far more often.
create function renew_course_of_activity() returns trigger language plpgsql as $$
begin
  update courses set version = version + 1 where id = coalesce(new.course_id, old.course_id);
  return null;
end $$;
create trigger renew_inserted after insert on activity for each row
  when (new.person_id is null) execute function renew_course_of_activity();
create trigger renew_updated after update on activity for each row
  when (old.person_id is null or new.person_id is null) execute function renew_course_of_activity();
create trigger renew_deleted after delete on activity for each row
  when (old.person_id is null) execute function renew_course_of_activity();
