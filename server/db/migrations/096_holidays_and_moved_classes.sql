-- The days without classes of a course: one list, read wherever dates are planned. By the clock of the course.
create table holidays (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null default '',
  first_day date not null,
  last_day date not null,
  deleted_at timestamptz,
  primary key (course_id, id),
  constraint holidays_order check (last_day >= first_day)
);
call author_table('holidays');
call count_table('holidays', 'materials');

-- When and where a class was to be before staff moved it. By a trigger, so that no code can forget it.
alter table schedules
  add column moved_from timestamptz,
  add column moved_from_location text;
create function keep_moved_from() returns trigger language plpgsql as $$
begin
  new.moved_from := nullif(coalesce(old.moved_from, old.start_at), new.start_at);
  new.moved_from_location := nullif(coalesce(old.moved_from_location, old.location), new.location);
  return new;
end $$;
create trigger keep_moved_from before update of start_at, location on schedules for each row
  when (old.start_at <> new.start_at or old.location <> new.location) execute function keep_moved_from();

-- The things that a change was about, so that the history of one of them is found: of a large change the first ones.
create table change_things (
  course_id uuid not null,
  thing_id uuid not null,
  change_id uuid not null,
  primary key (course_id, thing_id, change_id),
  foreign key (course_id, change_id) references changes on delete cascade
);
create index change_things_change on change_things (course_id, change_id);
insert into change_things (course_id, thing_id, change_id)
select course_id, (about->>'_id')::uuid, id from changes
where about->>'_id' ~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$'
union
select course_id, (coalesce(key->>'id', key->>'person_id', key->>'schedule_id'))::uuid, change_id from change_rows
where coalesce(key->>'id', key->>'person_id', key->>'schedule_id') is not null;
