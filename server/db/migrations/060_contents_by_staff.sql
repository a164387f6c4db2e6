-- Staff make contents: as drafts, at a time to come, in an order of their own.
alter table contents
  -- Null: a draft. Students see it from then on, with all folders around it.
  add column publish_at timestamptz,
  -- Among what lies in the same folder: the lowest first, and the newest first among equals.
  add column position integer not null default 0;
update contents set publish_at = least(uploaded_at, now());
drop index contents_newest;
create index contents_inside on contents (course_id, parent_id, position, uploaded_at desc, id desc)
  where deleted_at is null;
call author_table('contents');
call publish_table('contents', 'materials');

-- Keeps the folders of a course a tree of at most 20 levels, whoever moves one, an undo too. Two who move folders at the same
-- moment wait for each other, or each could put the other's folder into their own.
create function keep_tree() returns trigger language plpgsql as $$
declare
  above integer;
  below integer := 1;
  is_in_itself boolean;
begin
  if tg_op = 'UPDATE' then
    perform pg_advisory_xact_lock(hashtextextended(new.course_id::text, 60));
    with recursive inside as (
      select new.id as id, 1 as level
      union all
      select c.id, i.level + 1 from inside i join contents c on c.course_id = new.course_id and c.parent_id = i.id
      where i.level <= 20
    ) select max(level) into below from inside;
  end if;
  with recursive around as (
    select p.id, p.parent_id, 1 as level from contents p where p.course_id = new.course_id and p.id = new.parent_id
    union all
    select p.id, p.parent_id, a.level + 1
    from around a join contents p on p.course_id = new.course_id and p.id = a.parent_id
    where a.id <> new.id and a.level <= 20
  ) select max(level), bool_or(id = new.id) into above, is_in_itself from around;
  if is_in_itself then
    raise exception 'the folder % is in itself', new.id using errcode = '23514', constraint = 'contents_in_itself';
  elsif above + below > 20 then
    raise exception 'there are too many folders around %', new.id using errcode = '23514', constraint = 'contents_depth';
  end if;
  return null;
end $$;
create trigger keep_tree_created after insert on contents for each row
  when (new.parent_id is not null and this_change() is distinct from 'seed') execute function keep_tree();
create trigger keep_tree_moved after update of parent_id on contents for each row
  when (new.parent_id is not null and new.parent_id is distinct from old.parent_id) execute function keep_tree();
alter table contents rename constraint contents_check to contents_in_itself;
