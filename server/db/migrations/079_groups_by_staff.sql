-- Staff say who makes the groups of a grouping, until when and how large, and make and change groups themselves.
alter table groupings
  -- Null: any number.
  add column min_size integer check (min_size >= 1),
  add column max_size integer check (max_size >= 1),
  -- False: staff alone make them.
  add column students_make boolean not null default true,
  -- Until when students do. Null: as long as the course.
  add column made_until timestamptz,
  add constraint groupings_sizes check (min_size <= max_size);
call author_table('groupings');

-- Students write these tables, too: what is written within a change is kept, what is written outside of one is theirs. What
-- triggers and foreign keys do is not kept, because they do it again when a change is taken back.
call author_table('groups');
drop trigger record_change on groups;
create trigger record_change after insert or update or delete on groups for each row
  when (this_change() is not null and pg_trigger_depth() = 0) execute function record_change('course_id', 'id');
call author_table('group_members');
drop trigger record_change on group_members;
create trigger record_change after insert or update or delete on group_members for each row
  when (this_change() is not null and pg_trigger_depth() = 0)
  execute function record_change('course_id', 'grouping_id', 'person_id');

-- Rows that wait for whoever was removed are whole rows.
select set_config('raintree.change', 'seed', true);
update roster_removed set member_of = (
  select jsonb_agg(member || '{"revision": 1}') from jsonb_array_elements(member_of) as member)
where member_of <> '[]';
select set_config('raintree.change', '', true);

-- What a group has handed in names the group: nobody removes it, an undo neither. A course goes with everything.
create function keep_group() returns trigger language plpgsql as $$
begin
  if exists (select from submissions where course_id = old.course_id and owner_id = old.id)
    and exists (select from courses where id = old.course_id) then
    raise exception 'the group % has handed something in', old.id
      using errcode = '23514', constraint = 'groups_handed_in';
  end if;
  return old;
end $$;
create trigger keep_group before delete on groups for each row execute function keep_group();
