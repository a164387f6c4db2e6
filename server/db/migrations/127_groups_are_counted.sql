-- What everyone sees of the groups of a course is kept by its version (050).
call count_table('groups', 'work');
call count_table('group_members', 'work');
