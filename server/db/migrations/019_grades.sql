-- Feedback may give a grade in place of points: a letter, or a number out of 4.
alter table feedback add grade jsonb
  check (jsonb_typeof(grade) in ('string', 'number') and length(grade #>> '{}') between 1 and 10);
