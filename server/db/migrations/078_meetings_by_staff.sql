-- Staff make meetings: as drafts, at a time to come, one or a series of them.
alter table meetings
  -- Null: a draft. Students see it from then on.
  add column publish_at timestamptz,
  -- Of those that were made together. Null: it is alone.
  add column series_id uuid,
  -- Empty: where it will be is not known yet.
  drop constraint meetings_link_check,
  add constraint meetings_link_check check (link = '' or link ~ '^https?://');
update meetings set publish_at = now();
create index meetings_series on meetings (course_id, series_id, start_at) where series_id is not null;
call author_table('meetings');
call publish_table('meetings', 'materials');
