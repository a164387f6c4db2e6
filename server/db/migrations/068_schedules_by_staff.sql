-- Staff make the classes of a course, one by one or by a weekly pattern.
alter table schedules
  -- The same for all that were made together; null: made alone.
  add column series_id uuid,
  -- It stays in the schedule, so that nobody waits in front of a closed door.
  add column cancelled boolean not null default false;
create index schedules_series on schedules (course_id, series_id, start_at)
  where series_id is not null and deleted_at is null;
call author_table('schedules');
