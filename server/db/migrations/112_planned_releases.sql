-- Grades that are to be released at a time: `publications` has a row while it is to come, and none once it is done. See
-- docs/decisions/053-planned-releases.md.
create table planned_releases (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  -- The people and groups; null: all.
  owners uuid[],
  release_at timestamptz not null,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index planned_releases_assignment on planned_releases (course_id, assignment_id);

-- A release that is done is not changed, and none is planned, or brought back by an undo, for a time that is past: grades
-- would go out at once. The time of the change is asked, because the clocks of servers and database may differ. The lock
-- lets the scheduler finish first.
create function keep_release() returns trigger language plpgsql as $$
declare
  at timestamptz := (select created_at from changes
    where course_id = coalesce(new.course_id, old.course_id) and id = nullif(this_change(), 'seed')::uuid);
begin
  if at is not null and tg_op <> 'INSERT' then
    perform from publications where course_id = old.course_id and subject_id = old.id for update;
    if not found then
      raise exception 'the release is done'
        using errcode = 'check_violation', constraint = 'planned_releases_done';
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.release_at <= at then
    raise exception 'the time of the release is past'
      using errcode = 'check_violation', constraint = 'planned_releases_past';
  end if;
  return new;
end $$;
create trigger keep_release before insert or update or delete on planned_releases
  for each row execute function keep_release();

create function plan_release() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from publications where course_id = old.course_id and subject_id = old.id;
  elsif this_change() is distinct from 'seed' or new.release_at > now() then
    insert into publications (course_id, subject_id, subject_table, publish_at, actor_id)
    select new.course_id, new.id, 'planned_releases', new.release_at, (
      select actor_id from changes where course_id = new.course_id and id = nullif(this_change(), 'seed')::uuid)
    on conflict (course_id, subject_id) do update set publish_at = excluded.publish_at, actor_id = excluded.actor_id;
  end if;
  return null;
end $$;
create trigger plan_release after insert or update or delete on planned_releases
  for each row execute function plan_release();

call author_table('planned_releases');
