-- The score of the group that somebody is in by now counts (migration 150), also when staff move them, which is an update, or
-- take that back, and when the assignment gets other groups.
drop trigger keep_scores on group_members;
create trigger keep_scores after insert or delete or update of group_id on group_members
  for each row execute function keep_scores_of_member();
drop trigger keep_graded on assignments;
create trigger keep_graded after update of counts, grouping_id on assignments for each row
  when ((old.counts, old.grouping_id) is distinct from (new.counts, new.grouping_id))
  execute function keep_graded_of_assignment();
drop trigger keep_scores on assignments;
create trigger keep_scores after update of counts, grouping_id on assignments for each row
  when ((old.counts, old.grouping_id) is distinct from (new.counts, new.grouping_id))
  execute function keep_scores_of_assignment();

select keep_graded(course_id, assignment_id, person_id), keep_score(course_id, assignment_id, person_id) from (
  select n.course_id, n.assignment_id, n.person_id from submission_people n
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  group by 1, 2, 3 having count(distinct s.owner_id) > 1) p;

-- An undo brings no column back beside another one of its assignment, or final grades beside others, because totals would
-- count twice; and none goes back into a category that was removed, where it would count no more.
create function keep_column() returns trigger language plpgsql as $$
begin
  if old.deleted_at is not null then
    -- Whoever adds a column has the same lock.
    perform pg_advisory_xact_lock(hashtextextended('gradebook ' || new.course_id, 0));
    if exists (
      select from gradables g where g.course_id = new.course_id and g.id <> new.id and g.deleted_at is null
        and (g.assignment_id = new.assignment_id or g.final and new.final)) then
      raise exception 'there is another column like %', new.id using errcode = '23505', constraint = 'gradables_once';
    end if;
  end if;
  if exists (
    select from grade_categories c where c.course_id = new.course_id and c.id = new.category_id and c.deleted_at is not null) then
    raise exception 'the category of % is gone', new.id using errcode = '23503', constraint = 'gradables_category_gone';
  end if;
  return null;
end $$;
create trigger keep_column after update of category_id, deleted_at on gradables for each row
  when (new.deleted_at is null
    and (old.deleted_at is not null or new.category_id is distinct from old.category_id))
  execute function keep_column();

-- An item of a rubric that is in grades stays, an undo included: their points would change without a word.
create function keep_item() returns trigger language plpgsql as $$
begin
  if exists (select from feedback where course_id = old.course_id and items @> array[old.id]) then
    raise exception 'the item % is in grades', old.id using errcode = '23514', constraint = 'rubric_items_applied';
  end if;
  return old;
end $$;
-- What goes with its assignment or course is not asked.
create trigger keep_item before delete on rubric_items for each row when (pg_trigger_depth() = 0)
  execute function keep_item();
