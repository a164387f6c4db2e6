-- How an assignment is graded.
create table grading_settings (
  course_id uuid not null,
  assignment_id uuid not null,
  -- Graders see no name until a grade is released.
  hide_names boolean not null default false,
  primary key (course_id, assignment_id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
call author_table('grading_settings');

-- What people and groups are called while their names are hidden: a number, and an id that is not theirs.
create table hidden_names (
  course_id uuid not null,
  assignment_id uuid not null,
  owner_id uuid not null,
  id uuid not null default gen_random_uuid(),
  number integer not null,
  primary key (course_id, assignment_id, owner_id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create unique index hidden_names_number on hidden_names (course_id, assignment_id, number);
