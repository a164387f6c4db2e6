-- Where the best attempt counts, of attempts with equal scores the earlier one does: a repeat that gains nothing costs
-- nothing, such as late days of a bank.
create or replace function released_score(of_course uuid, of_assignment uuid, of_person uuid)
returns table (submission_id uuid, score numeric, updated_at timestamptz) language sql stable as $$
  select s.id, o.score, f.updated_at from assignments a
  join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  left join group_members m on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = of_person
  cross join lateral (select coalesce((f.members->(of_person::text)->>'score')::numeric, f.score) as score) o
  where a.course_id = of_course and a.id = of_assignment and o.score is not null
  order by case when a.counts = 'best' then o.score end desc nulls last,
    s.owner_id = coalesce(m.group_id, of_person) desc,
    case when a.counts in ('best', 'first') then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
  limit 1
$$;

create or replace function keep_graded(of_course uuid, of_assignment uuid, of_person uuid) returns void language sql
set enable_seqscan = off as $$
  with counting as (
    select s.id as submission_id, o.score, f.show from assignments a
    join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    left join group_members m on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = of_person
    cross join lateral (select coalesce((f.members->(of_person::text)->>'score')::numeric, f.score) as score) o
    where a.course_id = of_course and a.id = of_assignment and o.score is not null
    order by case when a.counts = 'best' then o.score end desc nulls last,
      s.owner_id = coalesce(m.group_id, of_person) desc,
      case when a.counts in ('best', 'first') then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
    limit 1),
  gone as (
    delete from graded_works where course_id = of_course and assignment_id = of_assignment and person_id = of_person
      and not exists (select from counting))
  insert into graded_works select of_course, of_assignment, of_person, submission_id, score, show from counting
  on conflict (course_id, assignment_id, person_id) do update set submission_id = excluded.submission_id,
    score = excluded.score, show = excluded.show
$$;

-- No score becomes another one, so what students see stays.
select keep_graded(course_id, assignment_id, person_id) from (
  select n.course_id, n.assignment_id, n.person_id from assignments a
  join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id
  join feedback f on f.course_id = n.course_id and f.submission_id = n.submission_id
  where a.counts = 'best'
  group by 1, 2, 3 having count(*) > 1) p;
