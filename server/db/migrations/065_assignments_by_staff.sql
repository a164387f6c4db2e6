-- Staff make assignments: as drafts, and for a time to come.
alter table assignments
  -- Null: a draft. Students see it from then on.
  add column publish_at timestamptz;
update assignments set publish_at = least(created_at, now());
call author_table('assignments');
call publish_table('assignments', 'work');

-- The sheet is read and written with its assignment, so a change of what is in it is another revision of the assignment. Its
-- own row stays as it was, so that the history has what was changed alone, and an undo finds nothing else in its way.
create function count_sheet() returns trigger language plpgsql as $$
begin
  update assignments a set revision = a.revision + 1
  from (select distinct course_id, assignment_id from changed) as c
  where a.course_id = c.course_id and a.id = c.assignment_id;
  return null;
end $$;
create function count_changed_sheet() returns trigger language plpgsql as $$
begin
  update assignments a set revision = a.revision + 1
  from (
    select distinct c.course_id, c.assignment_id
    from changed c join former f on f.course_id = c.course_id and f.id = c.id and f.revision <> c.revision) as c
  where a.course_id = c.course_id and a.id = c.assignment_id;
  return null;
end $$;
create procedure count_sheet_table(name text) language plpgsql as $$
begin
  execute format('create trigger count_sheet_added after insert on %I referencing new table as changed
    for each statement execute function count_sheet()', name);
  execute format('create trigger count_sheet_changed after update on %I
    referencing old table as former new table as changed for each statement execute function count_changed_sheet()', name);
  execute format('create trigger count_sheet_removed after delete on %I referencing old table as changed
    for each statement execute function count_sheet()', name);
end $$;
