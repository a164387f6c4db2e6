-- Most changes have few rows, and one may have thousands. A sample of the rows finds little but the large ones, after which
-- the planner expects thousands of each change and reads the whole table for it: so it is told that there are many changes.
alter table change_rows alter column change_id set (n_distinct = -0.5);
analyze change_rows;
