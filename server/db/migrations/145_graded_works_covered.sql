-- Staff's table of grades is read from this index alone. To look up its 76,000 rows as well took PostgreSQL twice as long.
alter table graded_works drop constraint graded_works_pkey,
  add primary key (course_id, assignment_id, person_id) include (score, show);
