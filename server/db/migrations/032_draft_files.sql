-- The uploads that a draft names: while one does, they are kept.
create table draft_files (
  course_id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, assignment_id, owner_id, upload_id),
  foreign key (course_id, assignment_id, owner_id) references drafts on delete cascade on update cascade
);
create index draft_files_upload on draft_files (upload_id);

insert into draft_files (course_id, assignment_id, owner_id, upload_id)
select distinct d.course_id, d.assignment_id, d.owner_id, u.id
from drafts d, jsonb_each(d.fields) as field (name, typed)
join uploads u on u.id::text = lower(substring(typed->>'value' from '/api/files/([0-9a-fA-F-]{36})'))
where name like 'file-%';

-- Since when no draft names the upload any more. Null: since it was made, if it is not held.
alter table uploads add column loose_since timestamptz;

-- By a trigger, so that nothing that takes a draft away can forget it.
create function let_go_of_upload() returns trigger language plpgsql as $$
begin
  update uploads set loose_since = now() where id = old.upload_id and held is not true;
  return null;
end $$;
create trigger let_go after delete on draft_files for each row execute function let_go_of_upload();
