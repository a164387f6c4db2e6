-- Staff prepare the groups of a grouping before students see it. Null: a draft.
alter table groupings add column publish_at timestamptz;
select set_config('raintree.change', 'seed', true);
update groupings set publish_at = created_at;
select set_config('raintree.change', '', true);
call publish_table('groupings', 'work');
