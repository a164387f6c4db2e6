-- An option has an id that lasts, by which answers name it; before, they named its position. See docs/decisions/021-options-have-ids.md.
update questions q set options = (
  select jsonb_agg(o || jsonb_build_object('id', translate((nth - 1)::text, '0123456789', 'abcdefghij')) order by nth)
  from jsonb_array_elements(q.options) with ordinality as listed (o, nth))
where jsonb_array_length(options) > 0;

create function options_have_ids(options jsonb) returns boolean immutable language sql as $$
  select count(*) = count(distinct o->>'id') filter (where o->>'id' ~ '^[a-z]{1,12}$') from jsonb_array_elements(options) as o
$$;
-- [{ "id": …, "text": …, "correct": true | false }], in order; null for a text question. An id is small letters, so that it
-- is never taken for a position.
alter table questions add constraint questions_options_have_ids check (options_have_ids(options));

-- Whoever has very many submissions waits for this once.
update submissions s set response = s.response || chosen.ids
from (
  select s.course_id, s.id,
    jsonb_object_agg('item-' || q.id, translate(s.response->>('item-' || q.id), '0123456789', 'abcdefghij')) as ids
  from questions q join submissions s on s.course_id = q.course_id and s.assignment_id = q.assignment_id
  where q.type = 'options' and s.response->>('item-' || q.id) ~ '^\d{1,6}$'
  group by s.course_id, s.id) as chosen
where s.course_id = chosen.course_id and s.id = chosen.id;

update drafts d set fields = d.fields || chosen.ids
from (
  select d.course_id, d.assignment_id, d.owner_id, jsonb_object_agg('item-' || q.id, d.fields->('item-' || q.id) ||
    jsonb_build_object('value', translate(d.fields->('item-' || q.id)->>'value', '0123456789', 'abcdefghij'))) as ids
  from questions q join drafts d on d.course_id = q.course_id and d.assignment_id = q.assignment_id
  where q.type = 'options' and d.fields->('item-' || q.id)->>'value' ~ '^\d{1,6}$'
  group by d.course_id, d.assignment_id, d.owner_id) as chosen
where d.course_id = chosen.course_id and d.assignment_id = chosen.assignment_id and d.owner_id = chosen.owner_id;

update draft_versions v set fields = v.fields || chosen.ids
from (
  select v.course_id, v.assignment_id, v.owner_id, v.id,
    jsonb_object_agg('item-' || q.id, translate(v.fields->>('item-' || q.id), '0123456789', 'abcdefghij')) as ids
  from questions q join draft_versions v on v.course_id = q.course_id and v.assignment_id = q.assignment_id
  where q.type = 'options' and v.fields->>('item-' || q.id) ~ '^\d{1,6}$'
  group by v.course_id, v.assignment_id, v.owner_id, v.id) as chosen
where v.course_id = chosen.course_id and v.assignment_id = chosen.assignment_id and v.owner_id = chosen.owner_id
  and v.id = chosen.id;

-- Each question and file slot as it was before a change of it; null: it was not there. The sheet of an assignment has a
-- version, the highest of these, which each submission names: its sheet is made of the rows that came after that version,
-- the earliest of each thing, and else of what is there now.
create table sheet_versions (
  course_id uuid not null,
  assignment_id uuid not null,
  version integer not null,
  table_name text not null check (table_name in ('questions', 'file_slots')),
  row_id uuid not null,
  before jsonb,
  primary key (course_id, assignment_id, version),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
alter table submissions add column sheet_version integer not null default 0;

-- By trigger, so that no code can forget it.
create function keep_sheet() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
begin
  -- What comes before anybody has handed in was there for everyone.
  if tg_op = 'INSERT' and not exists (
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
create trigger keep_sheet after insert or delete on questions for each row execute function keep_sheet();
create trigger keep_sheet_changed after update on questions for each row when (old.* is distinct from new.*)
  execute function keep_sheet();
create trigger keep_sheet after insert or delete on file_slots for each row execute function keep_sheet();
create trigger keep_sheet_changed after update on file_slots for each row when (old.* is distinct from new.*)
  execute function keep_sheet();
