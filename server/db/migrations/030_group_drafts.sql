-- A draft belongs to whoever hands in: the person, or their group. Before, each member of a group had one of their own.
alter table drafts rename column person_id to owner_id;
alter table drafts drop constraint drafts_person_id_fkey;
-- The ids of the latest saves, the newest last, by which a save that comes again is known.
alter table drafts add column applied text not null default '';
alter index drafts_person rename to drafts_owner;

-- What a save took out of a draft, or did not let into it: { field: value }. Of each draft a bounded number.
create table draft_versions (
  course_id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  id uuid not null,
  person_id uuid references people on delete set null,
  kind text not null check (kind in ('replaced', 'aside', 'handed_in')),
  fields jsonb not null,
  created_at timestamptz not null default now(),
  primary key (course_id, assignment_id, owner_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index draft_versions_owner on draft_versions (owner_id);
create index draft_versions_person on draft_versions (person_id);
create index draft_versions_created on draft_versions (created_at);

-- The draft of a member becomes that of the group: the latest one. The others are its earlier versions.
with members as (
  select d.course_id, d.assignment_id, d.owner_id as person_id, m.group_id, d.fields, d.updated_at,
    row_number() over (partition by d.course_id, d.assignment_id, m.group_id order by d.updated_at desc, d.owner_id) as place
  from drafts d
  join assignments a on a.course_id = d.course_id and a.id = d.assignment_id
  join group_members m
    on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = d.owner_id
    and m.accepted_at is not null),
versions as (
  insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
  select course_id, assignment_id, group_id, gen_random_uuid(), person_id, 'aside',
    (select coalesce(jsonb_object_agg(key, value->'value'), '{}') from jsonb_each(fields)), updated_at
  from members where place > 1),
gone as (
  delete from drafts d using members m
  where m.place > 1 and d.course_id = m.course_id and d.assignment_id = m.assignment_id and d.owner_id = m.person_id)
update drafts d set owner_id = m.group_id from members m
where m.place = 1 and d.course_id = m.course_id and d.assignment_id = m.assignment_id and d.owner_id = m.person_id;

create function forget_drafts() returns trigger language plpgsql as $$
begin
  delete from drafts where owner_id = old.id;
  delete from draft_versions where owner_id = old.id;
  return null;
end $$;
create trigger forget_drafts after delete on people for each row execute function forget_drafts();
create trigger forget_drafts after delete on groups for each row execute function forget_drafts();
