-- Administrators list all courses, the newest first.
create index courses_newest on courses (created_at desc, id desc);
