-- When a meeting is over. Null: nobody said.
alter table meetings
  add column end_at timestamptz,
  add constraint meetings_end_after_start check (end_at > start_at);
