-- Who hands in first of all, while staff add to a sheet that is out, was not asked what they add. Nobody has handed in yet
-- where they look: by then the sheet that the student has must have another version.
create or replace function keep_sheet() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
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
    insert into sheet_versions (course_id, assignment_id, version, table_name, row_id, before)
    select a.course_id, a.id, coalesce((
        select max(version) from sheet_versions v where v.course_id = a.course_id and v.assignment_id = a.id), 0) + 1,
      tg_table_name, (changed->>'id')::uuid, case when tg_op <> 'INSERT' then changed end
    from assignments a where a.course_id = (changed->>'course_id')::uuid and a.id = (changed->>'assignment_id')::uuid;
  end if;
  return null;
end $$;
