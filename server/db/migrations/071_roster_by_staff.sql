-- Staff say who is on a course: by email also who has never signed in, in bulk, and so that all of it can be taken back.
call author_table('roster');

-- Whether the provider vouches for the address: only then is somebody added by it the person who signs in with it.
alter table people add column email_verified boolean not null default false;

-- Who is on the course as soon as they sign in with this address.
create table roster_pending (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  -- In small letters.
  email text not null check (email = lower(email)),
  first text not null default '',
  last text not null default '',
  role text not null check (role in ('student', 'assistant', 'instructor')),
  section text not null default '',
  -- That added them: when it is taken back, whoever came in by it goes, too.
  change_id uuid not null,
  added_at timestamptz not null,
  primary key (course_id, id),
  constraint roster_pending_once unique (course_id, email)
);
create index roster_pending_email on roster_pending (email);
call author_table('roster_pending');
call count_table('roster_pending', 'people');

-- Who was removed from a course, with the place that they had. What they did there stays, and is theirs again when they
-- are back.
create table roster_removed (
  course_id uuid not null references courses on delete cascade,
  person_id uuid not null references people on delete cascade,
  role text not null,
  title text not null,
  position smallint not null,
  section text not null,
  joined_at timestamptz not null,
  -- The rows of group_members that went with their place.
  member_of jsonb not null default '[]',
  removed_at timestamptz not null,
  primary key (course_id, person_id)
);
create index roster_removed_person on roster_removed (person_id);
call author_table('roster_removed');
call count_table('roster_removed', 'people');

-- By a trigger, so that an undo does it as well: who is back is in their groups again, unless a group is gone or they are
-- in another one of the grouping.
create function return_to_groups() returns trigger language plpgsql as $$
begin
  insert into group_members
  select m.* from jsonb_populate_recordset(null::group_members, old.member_of) m
  join groups g on g.course_id = m.course_id and g.id = m.group_id
  join roster r on r.course_id = m.course_id and r.person_id = m.person_id and r.role = 'student'
  on conflict do nothing;
  return null;
end $$;
create trigger return_to_groups after delete on roster_removed for each row
  when (old.member_of <> '[]') execute function return_to_groups();
