-- Upcoming reads what a course gives from the server's memory, and asks no course whether anything is due by an exception.
drop index exceptions_due;
