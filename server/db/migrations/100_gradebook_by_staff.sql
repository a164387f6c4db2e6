-- The gradebook as staff make it: its categories, its columns, and what they enter by hand. See
-- docs/decisions/051-gradebook.md.
create table grade_categories (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  -- In percent of the total, to hundredths. Where no category has one, points count as they are.
  weight numeric(8, 2) not null default 0 check (weight >= 0),
  position smallint not null default 0,
  drop_lowest smallint not null default 0 check (drop_lowest >= 0),
  drop_highest smallint not null default 0 check (drop_highest >= 0),
  deleted_at timestamptz,
  primary key (course_id, id)
);
call author_table('grade_categories');
call count_table('grade_categories', 'scores');

-- What a course says of its totals. Without a row it says nothing.
create table grade_schemes (
  course_id uuid primary key references courses on delete cascade,
  -- [{ "letter": "A", "from": "80.00" }, …], the highest first
  letters jsonb not null
);
call author_table('grade_schemes');
call count_table('grade_schemes', 'scores');

alter table gradables
  add column category_id uuid,
  -- Its points count beyond the maximum.
  add column extra boolean not null default false,
  -- From then on a cell without a score counts as nought.
  add column zero_from timestamptz,
  -- Whether students see the column; of the final grade they are told besides the table, once that is released.
  add column released boolean not null default true,
  add column final_released boolean not null default false,
  add column deleted_at timestamptz,
  add foreign key (course_id, category_id) references grade_categories;
call author_table('gradables');

-- What staff enter in a cell. The cell of an assignment that was handed in follows its feedback and has an entry only when
-- it is excused.
create table entries (
  course_id uuid not null,
  person_id uuid not null references people on delete cascade,
  gradable_id uuid not null,
  score numeric(8, 2),
  excused boolean not null default false,
  reason text not null default '',
  entered_at timestamptz not null default now(),
  -- Of the final grade: worked out when it was released, not entered.
  reckoned boolean not null default false,
  letter text,
  primary key (course_id, person_id, gradable_id),
  foreign key (course_id, gradable_id) references gradables on delete cascade,
  check (not excused or score is null)
);
create index entries_gradable on entries (course_id, gradable_id);

-- What stood in the gradebook by hand until now.
insert into entries (course_id, person_id, gradable_id, score, entered_at)
select s.course_id, s.person_id, s.gradable_id, s.score, s.updated_at from scores s
join gradables g on g.course_id = s.course_id and g.id = s.gradable_id
where s.score is not null
  and not exists (select from released_feedback(g.course_id, g.assignment_id, s.person_id));
call author_table('entries');

-- What students see of a cell: the released feedback, else the entry, and nothing of a column that is not released.
create or replace function follow_feedback() returns trigger language plpgsql as $$
declare
  told record;
begin
  select coalesce(f.score, e.score) as score, coalesce(f.updated_at, e.entered_at) as updated_at into told
  from gradables g
  left join lateral released_feedback(g.course_id, g.assignment_id, new.person_id) f on true
  left join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.person_id = new.person_id
    and f.submission_id is null
  where g.course_id = new.course_id and g.id = new.gradable_id and g.released and not g.final and g.deleted_at is null;
  new.score := told.score;
  new.updated_at := coalesce(told.updated_at, new.updated_at);
  return new;
end $$;

create function keep_scores_of_entries() returns trigger language plpgsql as $$
begin
  insert into scores (course_id, person_id, gradable_id, score)
  select e.course_id, e.person_id, e.gradable_id, null from changed e
  join gradables g on g.course_id = e.course_id and g.id = e.gradable_id
  where (g.released and not g.final) or exists (
    select from scores s where (s.course_id, s.person_id, s.gradable_id) = (e.course_id, e.person_id, e.gradable_id))
  order by 1, 2, 3
  on conflict (course_id, person_id, gradable_id) do update set score = excluded.score, updated_at = excluded.updated_at
    where scores.score is distinct from excluded.score;
  return null;
end $$;
create trigger keep_scores_inserted after insert on entries
  referencing new table as changed for each statement execute function keep_scores_of_entries();
create trigger keep_scores_updated after update on entries
  referencing new table as changed for each statement execute function keep_scores_of_entries();
create trigger keep_scores_deleted after delete on entries
  referencing old table as changed for each statement execute function keep_scores_of_entries();

create function keep_scores_of_column() returns trigger language plpgsql as $$
begin
  insert into scores (course_id, person_id, gradable_id, score)
  select c.course_id, c.person_id, c.gradable_id, null from (
    select course_id, person_id, gradable_id from entries where course_id = new.course_id and gradable_id = new.id
    union select course_id, person_id, gradable_id from scores where course_id = new.course_id and gradable_id = new.id
    union select n.course_id, n.person_id, new.id from submission_people n
      where n.course_id = new.course_id and n.assignment_id = new.assignment_id) c
  order by 1, 2, 3
  on conflict (course_id, person_id, gradable_id) do update set score = excluded.score, updated_at = excluded.updated_at
    where scores.score is distinct from excluded.score;
  return null;
end $$;
create trigger keep_scores_released after update on gradables for each row
  when ((old.released, old.deleted_at) is distinct from (new.released, new.deleted_at))
  execute function keep_scores_of_column();

-- What staff see of handed-in work in the gradebook, released or not: for each person the score of the attempt that counts.
-- Triggers keep it, so that the table of a large course is read without looking at each submission.
create table graded_works (
  course_id uuid not null,
  assignment_id uuid not null,
  person_id uuid not null references people on delete cascade,
  submission_id uuid not null,
  score numeric(8, 2) not null,
  show boolean not null,
  primary key (course_id, assignment_id, person_id),
  foreign key (course_id, submission_id) references submissions on delete cascade
);

create function keep_graded(of_course uuid, of_assignment uuid, of_person uuid) returns void language sql as $$
  with counting as (
    select s.id as submission_id, f.score, f.show from assignments a
    join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.score is not null
    where a.course_id = of_course and a.id = of_assignment
    order by case when a.counts = 'best' then f.score end desc nulls last,
      case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
    limit 1),
  gone as (
    delete from graded_works where course_id = of_course and assignment_id = of_assignment and person_id = of_person
      and not exists (select from counting))
  insert into graded_works select of_course, of_assignment, of_person, submission_id, score, show from counting
  on conflict (course_id, assignment_id, person_id) do update set submission_id = excluded.submission_id,
    score = excluded.score, show = excluded.show
$$;

create function keep_graded_of_feedback() returns trigger language plpgsql as $$
begin
  perform keep_graded(n.course_id, n.assignment_id, n.person_id) from submission_people n
  where n.course_id = coalesce(new.course_id, old.course_id)
    and n.submission_id = coalesce(new.submission_id, old.submission_id) order by n.person_id;
  return null;
end $$;
create trigger keep_graded after insert on feedback for each row when (new.score is not null)
  execute function keep_graded_of_feedback();
create trigger keep_graded_changed after update on feedback for each row
  when ((old.show, old.score) is distinct from (new.show, new.score)) execute function keep_graded_of_feedback();
create trigger keep_graded_deleted after delete on feedback for each row when (old.score is not null)
  execute function keep_graded_of_feedback();

-- Of who comes into a group that has its score already.
create function keep_graded_of_people() returns trigger language plpgsql as $$
begin
  perform keep_graded(n.course_id, n.assignment_id, n.person_id) from counted n
  where exists (select from feedback f
    where f.course_id = n.course_id and f.submission_id = n.submission_id and f.score is not null);
  return null;
end $$;
create trigger keep_graded after insert on submission_people
  referencing new table as counted for each statement execute function keep_graded_of_people();

create function keep_graded_of_assignment() returns trigger language plpgsql as $$
begin
  perform keep_graded(w.course_id, w.assignment_id, w.person_id) from graded_works w
  where w.course_id = new.course_id and w.assignment_id = new.id;
  return null;
end $$;
create trigger keep_graded after update of counts on assignments for each row when (old.counts <> new.counts)
  execute function keep_graded_of_assignment();

select keep_graded(course_id, assignment_id, person_id) from (
  select distinct n.course_id, n.assignment_id, n.person_id from submission_people n
  join feedback f on f.course_id = n.course_id and f.submission_id = n.submission_id and f.score is not null) p;
