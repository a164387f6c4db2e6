-- The bank shows a question that was copied once. What makes two questions the same is worked out when one is written, not
-- for each question at each look into the bank. A trigger keeps it, because copies and undo insert whole rows.
alter table questions add column same uuid;

create function question_same(kind text, question text, options jsonb, key jsonb) returns uuid language sql immutable as $$
  select md5(concat_ws(chr(1), kind, question, jsonb_path_query_array(options, '$[*].text'),
    case when kind in ('number', 'short') then key end))::uuid
$$;

create function keep_same() returns trigger language plpgsql as $$
begin
  new.same := question_same(new.kind, new.question, new.options, new.key);
  return new;
end $$;

-- No version of a sheet, no revision and no change comes from this.
alter table questions disable trigger user;
update questions set same = question_same(kind, question, options, key);
alter table questions enable trigger user;
alter table questions add constraint questions_same check (same is not null);
create trigger keep_same before insert or update of kind, question, options, key, same on questions
  for each row execute function keep_same();
