-- Which change wrote a version of a sheet, and which change that one undid: what an undone change had made of a question
-- grades no earlier work. Null: nobody's change, or one from before this migration.
alter table sheet_versions add column change_id uuid, add column undoes uuid;

create or replace function keep_sheet() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
  change uuid := nullif(this_change(), 'seed')::uuid;
begin
  -- Nobody hands in a draft, nor while something is made up: what comes before anybody has was there for everyone.
  if tg_op = 'INSERT' and (this_change() = 'seed' or exists (
      select from assignments where course_id = new.course_id and id = new.assignment_id and publish_at is null))
    and not exists (
      select from submissions where course_id = new.course_id and assignment_id = new.assignment_id) then
    return null;
  end if;
  -- Two that change one sheet wait for each other here. What goes with its assignment is not found.
  perform from assignments
  where course_id = (changed->>'course_id')::uuid and id = (changed->>'assignment_id')::uuid for no key update;
  if found then
    insert into sheet_versions (course_id, assignment_id, version, table_name, row_id, before, change_id, undoes)
    select a.course_id, a.id, coalesce((
        select max(version) from sheet_versions v where v.course_id = a.course_id and v.assignment_id = a.id), 0) + 1,
      tg_table_name, (changed->>'id')::uuid, case when tg_op <> 'INSERT' then changed end,
      change, (select c.undoes from changes c where c.course_id = a.course_id and c.id = change)
    from assignments a where a.course_id = (changed->>'course_id')::uuid and a.id = (changed->>'assignment_id')::uuid;
  end if;
  return null;
end $$;
