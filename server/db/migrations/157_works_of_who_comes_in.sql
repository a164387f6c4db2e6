-- Whom staff put into a group, its earlier works count for, too. Whoever takes that back takes these works along: they were
-- never theirs. What a group hands in while somebody is in it stays theirs.
alter table submission_people
  -- The change of staff by which the person came into the group that had handed it in before; null: another way.
  add column change_id uuid;

create or replace function count_submissions_for_member() returns trigger language plpgsql as $$
begin
  perform from groups where course_id = new.course_id and id = new.group_id for no key update;
  -- By a snapshot that is taken now, so that what was waited for is seen.
  insert into submission_people (course_id, person_id, assignment_id, submission_id, change_id)
  select course_id, new.person_id, assignment_id, id, nullif(this_change(), 'seed')::uuid from submissions
  where course_id = new.course_id and owner_id = new.group_id
  on conflict do nothing;
  return null;
end $$;
