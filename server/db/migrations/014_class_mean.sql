-- The gradebook tells the mean of the class, so the version of a course (010) counts scores too.
create trigger renew_inserted after insert on scores
  referencing new table as changed execute function renew_courses();
create trigger renew_updated after update on scores
  referencing new table as changed execute function renew_courses();
create trigger renew_deleted after delete on scores
  referencing old table as changed execute function renew_courses();
