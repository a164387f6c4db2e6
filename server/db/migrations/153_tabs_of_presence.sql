-- A person may be at a thing in several tabs, and leave one of them.
alter table presence add column tab text not null default '';
alter table presence drop constraint presence_pkey, add primary key (course_id, about, person_id, tab);
