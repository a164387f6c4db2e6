-- A group that has begun a timed attempt stays, as one that has handed in: another group would begin it anew. An undo removes
-- it neither.
create or replace function keep_group() returns trigger language plpgsql as $$
begin
  if (exists (select from submissions where course_id = old.course_id and owner_id = old.id)
      or exists (
        select from assignments w join attempt_starts b on b.course_id = w.course_id and b.assignment_id = w.id
        where w.course_id = old.course_id and w.grouping_id = old.grouping_id and b.owner_id = old.id))
    and exists (select from courses where id = old.course_id) then
    raise exception 'the group % has begun or handed in work', old.id
      using errcode = '23514', constraint = 'groups_handed_in';
  end if;
  return old;
end $$;
