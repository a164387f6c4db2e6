-- A group's work is graded once. Members whose score is another one than the group's, and why:
-- { "<person id>": { "score": "7.5", "reason": "…" } }. See docs/decisions/058-members-and-offline.md.
alter table feedback add column members jsonb not null default '{}';

-- What a person has by the attempt that counts and whose feedback is released: their own score, else that of the work.
create function released_score(of_course uuid, of_assignment uuid, of_person uuid)
returns table (submission_id uuid, score numeric, updated_at timestamptz) language sql stable as $$
  select s.id, o.score, f.updated_at from assignments a
  join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  cross join lateral (select coalesce((f.members->(of_person::text)->>'score')::numeric, f.score) as score) o
  where a.course_id = of_course and a.id = of_assignment
  order by case when a.counts = 'best' then o.score end desc nulls last,
    case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
  limit 1
$$;

create or replace function follow_feedback() returns trigger language plpgsql as $$
declare
  told record;
begin
  select coalesce(f.score, e.score) as score, coalesce(f.updated_at, e.entered_at) as updated_at into told
  from gradables g
  left join lateral released_score(g.course_id, g.assignment_id, new.person_id) f on true
  left join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.person_id = new.person_id
    and f.submission_id is null
  where g.course_id = new.course_id and g.id = new.gradable_id and g.released and not g.final and g.deleted_at is null;
  new.score := told.score;
  new.updated_at := coalesce(told.updated_at, new.updated_at);
  return new;
end $$;
drop function released_feedback;

create or replace function keep_graded(of_course uuid, of_assignment uuid, of_person uuid) returns void language sql as $$
  with counting as (
    select s.id as submission_id, o.score, f.show from assignments a
    join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    cross join lateral (select coalesce((f.members->(of_person::text)->>'score')::numeric, f.score) as score) o
    where a.course_id = of_course and a.id = of_assignment and o.score is not null
    order by case when a.counts = 'best' then o.score end desc nulls last,
      case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
    limit 1),
  gone as (
    delete from graded_works where course_id = of_course and assignment_id = of_assignment and person_id = of_person
      and not exists (select from counting))
  insert into graded_works select of_course, of_assignment, of_person, submission_id, score, show from counting
  on conflict (course_id, assignment_id, person_id) do update set submission_id = excluded.submission_id,
    score = excluded.score, show = excluded.show
$$;

drop trigger keep_scores_changed on feedback;
create trigger keep_scores_changed after update on feedback for each row
  when ((old.show or new.show) and (old.show, old.score, old.members) is distinct from (new.show, new.score, new.members))
  execute function keep_scores_of_feedback();

drop trigger keep_graded on feedback;
create trigger keep_graded after insert on feedback for each row when (new.score is not null or new.members <> '{}')
  execute function keep_graded_of_feedback();
drop trigger keep_graded_changed on feedback;
create trigger keep_graded_changed after update on feedback for each row
  when ((old.show, old.score, old.members) is distinct from (new.show, new.score, new.members))
  execute function keep_graded_of_feedback();
drop trigger keep_graded_deleted on feedback;
create trigger keep_graded_deleted after delete on feedback for each row
  when (old.score is not null or old.members <> '{}') execute function keep_graded_of_feedback();
