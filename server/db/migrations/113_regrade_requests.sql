-- For so many days after its release students may ask that a grade is looked at again; 0: they may not.
alter table courses add column regrade_days smallint not null default 7 check (regrade_days between 0 and 365);

-- Since when the student sees the grade; null: they do not. Whoever shows it may say when.
alter table feedback add column shown_at timestamptz;
select set_config('raintree.change', 'seed', true);
update feedback set shown_at = updated_at where show;
select set_config('raintree.change', '', true);
create function keep_shown_at() returns trigger language plpgsql as $$
begin
  new.shown_at := case when new.show then coalesce(new.shown_at, now()) end;
  return new;
end $$;
create trigger keep_shown_at before insert or update of show on feedback for each row execute function keep_shown_at();

-- A student asks to look at a part of their work again, and staff answer. What they write of it is a change; that it was
-- asked is not.
create table regrade_requests (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  submission_id uuid not null,
  -- Of the submission: the person, or the group.
  owner_id uuid not null,
  -- `textbox`, `item-<question id>`, `file`
  part text not null,
  content text not null,
  asked_by uuid references people on delete set null,
  asked_at timestamptz not null,
  -- What the work and the part had then.
  score_before numeric(8, 2),
  points_before numeric(8, 2),
  -- Null: it waits.
  answered_at timestamptz,
  answered_by uuid references people on delete set null,
  answer text not null default '',
  -- And when it was answered.
  score_after numeric(8, 2),
  points_after numeric(8, 2),
  primary key (course_id, id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);
-- One at a time about each part.
create unique index regrade_requests_once on regrade_requests (course_id, submission_id, part) where answered_at is null;
create index regrade_requests_owner on regrade_requests (course_id, assignment_id, owner_id, asked_at);
create index regrade_requests_asked_by on regrade_requests (asked_by);
create index regrade_requests_answered_by on regrade_requests (answered_by);
call author_table('regrade_requests');
