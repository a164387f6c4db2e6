-- What a student sees in a cell, looked up step by step: most columns have no work and no attendance, and a paste of
-- 20,000 cells asks this twice for each (an insert and its conflict).
drop trigger follow_reckoned on scores;
drop function follow_reckoned;
create or replace function follow_feedback() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  its gradables;
  told record;
begin
  new.score := null;
  select * into its from gradables g
  where g.course_id = new.course_id and g.id = new.gradable_id and g.released and not g.final and g.deleted_at is null;
  if not found then
    return new;
  end if;
  -- The released feedback, whether or not it has a score,
  if its.assignment_id is not null then
    select f.score, f.updated_at into told from released_score(its.course_id, its.assignment_id, new.person_id) f;
    if found then
      new.score := told.score;
      new.updated_at := coalesce(told.updated_at, new.updated_at);
      return new;
    end if;
  end if;
  -- else what staff entered,
  select e.score, e.entered_at into told from entries e
  where (e.course_id, e.person_id, e.gradable_id) = (new.course_id, new.person_id, new.gradable_id);
  if found then
    new.score := told.score;
    new.updated_at := told.entered_at;
    return new;
  end if;
  -- else the attendance.
  if its.attendance_late is not null then
    select a.score into new.score from attendance_scores a
    where (a.course_id, a.person_id, a.gradable_id) = (new.course_id, new.person_id, new.gradable_id);
  end if;
  return new;
end $$;

-- A connection keeps its plans. One that was made while a table had few rows would read the whole table for each row of a
-- paste, under which the table grows. What keeps scores looks each row up by an index, whatever the size.
alter function keep_scores_of_entries set enable_seqscan = off;
alter function keep_scores_of_column set enable_seqscan = off;
alter function keep_scores_of_feedback set enable_seqscan = off;
alter function keep_graded set enable_seqscan = off;
alter function keep_graded_of_feedback set enable_seqscan = off;
alter function keep_attendance set enable_seqscan = off;

-- A cell is found exactly by these indexes too: until a table's statistics are known, the planner may take them for the
-- primary key, and read a whole column for each cell.
drop index entries_gradable;
create index entries_gradable on entries (course_id, gradable_id, person_id);
drop index scores_gradable;
create index scores_gradable on scores (course_id, gradable_id, person_id);
drop index attendance_scores_gradable;
create index attendance_scores_gradable on attendance_scores (course_id, gradable_id, person_id);
