-- Attempts are looked up by their owner: one index for that, and for there being one of each number.
alter table submissions drop constraint submissions_attempt;
create unique index submissions_attempt on submissions (course_id, owner_id, assignment_id, attempt desc);
drop index submissions_owner;
