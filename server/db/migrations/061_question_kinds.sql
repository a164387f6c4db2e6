-- Questions of seven kinds, sets that questions are drawn from, and what a slot takes. See docs/decisions/034-questions.md.
alter table questions disable trigger keep_sheet_changed;
alter table questions rename column type to kind;
alter table questions drop constraint questions_type_check, drop constraint questions_check;
update questions set kind = case kind when 'options' then 'one' else 'open' end;
update sheet_versions
set before = before - 'type' || jsonb_build_object('kind', case before->>'type' when 'options' then 'one' else 'open' end)
where table_name = 'questions' and before is not null;

-- Of each owner some of its questions are drawn.
create table question_sets (
  course_id uuid not null,
  id uuid not null,
  assignment_id uuid not null,
  position smallint not null default 0,
  name text not null,
  -- So many of its questions, or all when it has fewer.
  draw smallint not null check (draw >= 1),
  -- Of each question of the set, so that everyone can reach the same.
  score numeric(8, 2) not null check (score >= 0),
  primary key (course_id, id),
  foreign key (course_id, assignment_id) references assignments on delete cascade
);
create index question_sets_assignment on question_sets (course_id, assignment_id, position, id);

alter table questions
  -- Of a matching question what its options are matched with: [{ "id": …, "text": … }], in an order that says nothing.
  add column targets jsonb,
  -- Of a number.
  add column unit text not null default '',
  -- What nobody who answers may see before feedback, but for `correct` of an option: by kind { "value", "tolerance" },
  -- { "accepted", "match_case" }, { "pairs": { option: target } }, { "order": [option] }
  add column key jsonb not null default '{}',
  -- Markdown; shown with feedback.
  add column explanation text not null default '',
  -- Whether an answer that is right in part gets a part of the points.
  add column credit text not null default 'all' check (credit in ('all', 'parts')),
  add column set_id uuid,
  add foreign key (course_id, set_id) references question_sets on delete set null (set_id),
  add constraint questions_kind check (kind in ('one', 'several', 'number', 'short', 'matching', 'ordering', 'open')),
  add constraint questions_have_options
    check ((kind in ('one', 'several', 'matching', 'ordering')) = (options is not null)),
  add constraint questions_have_targets check ((kind = 'matching') = (targets is not null)),
  add constraint questions_targets_have_ids check (options_have_ids(targets));
create index questions_set on questions (course_id, set_id) where set_id is not null;
alter table questions enable trigger keep_sheet_changed;

alter table file_slots
  -- The ends of names, such as `pdf`; empty: any.
  add column kinds text[] not null default '{}',
  -- Null: what an upload may have.
  add column max_bytes integer check (max_bytes >= 1),
  add column max_files smallint not null default 1 check (max_files between 1 and 20);
-- Of a slot that takes several: the second is `file-<slot id>-2`.
alter table submission_files add column n smallint not null default 1 check (n >= 1);
alter table submission_files drop constraint submission_files_pkey, add primary key (course_id, submission_id, slot_id, n);

alter table assignments
  add column shuffle_questions boolean not null default false,
  add column shuffle_options boolean not null default false,
  -- In minutes, from the press that begins an attempt; null: none.
  add column time_limit integer check (time_limit between 1 and 10080),
  -- Which of an owner's attempts counts.
  add column counts text not null default 'latest' check (counts in ('latest', 'best', 'first'));

alter table sheet_versions drop constraint sheet_versions_table_name_check,
  add constraint sheet_versions_table_name_check check (table_name in ('questions', 'file_slots', 'question_sets'));
create trigger keep_sheet after insert or delete on question_sets for each row execute function keep_sheet();
create trigger keep_sheet_changed after update on question_sets for each row when (old.* is distinct from new.*)
  execute function keep_sheet();
call count_table('question_sets', 'work');
call author_table('question_sets');
call author_table('questions');
call author_table('file_slots');
