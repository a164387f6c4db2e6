-- Before grading by parts a grade was its score alone. It stands in place of what the parts add up to, so that whoever
-- reckons grades anew leaves it as it was given.
select set_config('raintree.change', 'seed', true);
update feedback set override = score
where score is not null and points is null and override is null and parts = '{}' and items = '{}';
select set_config('raintree.change', '', true);
