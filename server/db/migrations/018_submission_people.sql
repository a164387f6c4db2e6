-- Null: the person was chosen by another student, and has neither accepted nor worked with the group yet.
-- Whoever staff put into a group is in.
alter table group_members add column accepted_at timestamptz default now();
update group_members set accepted_at = joined_at;

-- For whom a submission counts: the person, or those who were in the group when it was handed in or came in later.
-- What counted for a person stays theirs, whatever becomes of the group.
create table submission_people (
  course_id uuid not null,
  person_id uuid not null references people on delete cascade,
  assignment_id uuid not null,
  submission_id uuid not null,
  primary key (course_id, person_id, assignment_id, submission_id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);
create index submission_people_submission on submission_people (course_id, submission_id);

insert into submission_people (course_id, person_id, assignment_id, submission_id)
select s.course_id, p.id, s.assignment_id, s.id
from submissions s
join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and a.grouping_id is null
join people p on p.id = s.owner_id
union all
select s.course_id, m.person_id, s.assignment_id, s.id
from submissions s join group_members m on m.course_id = s.course_id and m.group_id = s.owner_id;

-- By triggers, so that no code that hands in or changes who is in a group can forget it. Two that happen at one moment
-- wait for each other at the group: handing in shares a lock on its row, and coming into the group takes it alone.
create function count_submissions() returns trigger language plpgsql as $$
begin
  insert into submission_people (course_id, person_id, assignment_id, submission_id)
  select s.course_id, coalesce(m.person_id, s.owner_id), s.assignment_id, s.id
  from made s
  join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
  left join group_members m on m.course_id = s.course_id and m.group_id = s.owner_id and m.accepted_at is not null
  where a.grouping_id is null or m.person_id is not null;
  return null;
end $$;
create trigger count_inserted after insert on submissions
  referencing new table as made for each statement execute function count_submissions();

create function count_submissions_for_member() returns trigger language plpgsql as $$
begin
  perform from groups where course_id = new.course_id and id = new.group_id for no key update;
  -- By a snapshot that is taken now, so that what was waited for is seen.
  insert into submission_people (course_id, person_id, assignment_id, submission_id)
  select course_id, new.person_id, assignment_id, id from submissions
  where course_id = new.course_id and owner_id = new.group_id
  on conflict do nothing;
  return null;
end $$;
create trigger count_accepted after insert or update of accepted_at on group_members
  for each row when (new.accepted_at is not null) execute function count_submissions_for_member();
