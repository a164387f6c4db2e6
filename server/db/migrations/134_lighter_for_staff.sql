-- The page of a student counts their comments. Without this index it read all comments of the course.
create index comments_of_author on comments (course_id, author_id);

-- A new draft has no publication yet. To delete it nevertheless counted both parts of the course for nothing, at each draft.
create or replace function plan_publication() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from publications where course_id = old.course_id and subject_id = old.id;
  elsif tg_op = 'INSERT' and new.publish_at is null then
    null;
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

-- When students handed in is read of a whole course: from the index alone, not from works with all of their answers.
drop index submissions_attempt;
create unique index submissions_attempt on submissions (course_id, owner_id, assignment_id, attempt desc) include (submitted_at);
