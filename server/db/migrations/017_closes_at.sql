-- After its due date work is late; after closes_at none is taken. Null: it never closes.
alter table assignments
  add column closes_at timestamptz,
  add constraint assignments_close_once_due check (closes_at >= due_at);
