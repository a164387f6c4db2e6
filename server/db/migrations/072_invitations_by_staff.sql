-- Staff make invitations for instructors and assistants, see who used them, and revoke them.
alter table instructor_invitations
  add column id uuid not null default gen_random_uuid() unique,
  add column role text not null default 'instructor' check (role in ('assistant', 'instructor')),
  add column created_by uuid references people on delete set null,
  add column revoked_at timestamptz,
  add column used_by uuid[] not null default '{}';
create index instructor_invitations_course on instructor_invitations (course_id, created_at desc, id desc);
call author_table('instructor_invitations');
