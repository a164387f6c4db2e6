-- The attendance of a class is looked up student by student. With the class alone PostgreSQL took these indexes for each
-- student, and read through the whole class.
create index attendance_class on attendance (course_id, schedule_id, person_id);
drop index attendance_schedule;
create index attendance_marks_class on attendance_marks (course_id, schedule_id, person_id);
drop index attendance_marks_schedule;
