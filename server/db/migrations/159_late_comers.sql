-- A group's work counts on the terms of who was in the group when it was handed in. Whoever came in later has the work, and
-- brings it no days.
alter table submission_people
  -- The person came into the group that had handed it in before.
  add column came_later boolean not null default false;
update submission_people set came_later = true where change_id is not null;

create or replace function count_submissions_for_member() returns trigger language plpgsql as $$
begin
  perform from groups where course_id = new.course_id and id = new.group_id for no key update;
  -- By a snapshot that is taken now, so that what was waited for is seen.
  insert into submission_people (course_id, person_id, assignment_id, submission_id, change_id, came_later)
  select course_id, new.person_id, assignment_id, id, nullif(this_change(), 'seed')::uuid, true from submissions
  where course_id = new.course_id and owner_id = new.group_id
  on conflict do nothing;
  return null;
end $$;
