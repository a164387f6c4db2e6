-- Whose works an archive has that a grader downloads by a signed address, for as long as the address is good.
create table archives (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  -- People or groups; null: everyone.
  owners uuid[],
  made_at timestamptz not null,
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index archives_assignment on archives (course_id, assignment_id);
