-- An endorsement is of the words that its giver saw: those since `edited_at`, null: never edited.
alter table endorsed_texts add column edited_at timestamptz;
select set_config('raintree.change', 'seed', true);
update endorsed_texts e set edited_at = t.edited_at
from (
  select course_id, id, edited_at from posts
  union all
  select course_id, id, edited_at from comments) t
where t.course_id = e.course_id and t.id = e.id and t.edited_at <= e.endorsed_at;
select set_config('raintree.change', '', true);
