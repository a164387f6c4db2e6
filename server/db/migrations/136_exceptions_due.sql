-- Whether anything is still to be handed in in a course is asked of each course of a person (server/courses/upcoming.ts).
create index exceptions_due on exceptions (course_id, due_at) where due_at is not null;
