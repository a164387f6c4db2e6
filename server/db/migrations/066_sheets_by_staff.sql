-- A change of a sheet is another revision of its assignment (migration 065).
call count_sheet_table('questions');
call count_sheet_table('question_sets');
call count_sheet_table('file_slots');

-- By which staff find a question again, in any of their courses.
alter table questions add column tags text[] not null default '{}';
