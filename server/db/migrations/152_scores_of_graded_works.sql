-- A released comment without a score takes no score from a student: neither that of an earlier attempt nor what staff
-- entered. Staff's table and the final grade count it (`keep_graded`), so the student sees it, too.
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
    case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
  limit 1
$$;

select keep_score(course_id, assignment_id, person_id) from (
  select distinct n.course_id, n.assignment_id, n.person_id from submission_people n
  join feedback f on f.course_id = n.course_id and f.submission_id = n.submission_id and f.show and f.score is null) p;
