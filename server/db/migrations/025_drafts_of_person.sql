-- A list of assignments says which of them the person has begun.
create index drafts_person on drafts (person_id, course_id);
