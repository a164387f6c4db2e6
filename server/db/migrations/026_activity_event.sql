-- What happened to the thing that the title of an activity names. Null: the title says it itself.
alter table activity add column event text check (event in ('posted', 'graded'));
