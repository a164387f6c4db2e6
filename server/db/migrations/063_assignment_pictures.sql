-- The pictures that an assignment shows, or showed before: in its description, its questions and their explanations. As with
-- those of topics (migration 076), the assignment is no foreign key.
create table assignment_pictures (
  course_id uuid not null references courses on delete cascade,
  assignment_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, assignment_id, upload_id)
);
create index assignment_pictures_upload on assignment_pictures (upload_id);
