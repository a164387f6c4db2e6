-- Of a student who was moved to another group, the work of the group they are in by now counts, as their own pages show
-- it (`latestFirst`), also if the group that they left has handed in more often. Only where the best attempt counts,
-- the best of both does.
create or replace function released_score(of_course uuid, of_assignment uuid, of_person uuid)
returns table (submission_id uuid, score numeric, updated_at timestamptz) language sql stable as $$
  select s.id, o.score, f.updated_at from assignments a
  join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  left join group_members m on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = of_person
  cross join lateral (select coalesce((f.members->(of_person::text)->>'score')::numeric, f.score) as score) o
  where a.course_id = of_course and a.id = of_assignment
  order by case when a.counts = 'best' then o.score end desc nulls last,
    s.owner_id = coalesce(m.group_id, of_person) desc,
    case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
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
      case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
    limit 1),
  gone as (
    delete from graded_works where course_id = of_course and assignment_id = of_assignment and person_id = of_person
      and not exists (select from counting))
  insert into graded_works select of_course, of_assignment, of_person, submission_id, score, show from counting
  on conflict (course_id, assignment_id, person_id) do update set submission_id = excluded.submission_id,
    score = excluded.score, show = excluded.show
$$;

-- Who comes back into a group, or is in none, has handed in with another one. A course that is being deleted has no
-- scores to keep.
create function keep_scores_of_member() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  its record := coalesce(new, old);
begin
  if not exists (select from courses where id = its.course_id) then
    return null;
  end if;
  perform keep_graded(p.course_id, p.assignment_id, p.person_id), keep_score(p.course_id, p.assignment_id, p.person_id) from (
    select distinct n.course_id, n.assignment_id, n.person_id from submission_people n
    join assignments a on a.course_id = n.course_id and a.id = n.assignment_id and a.grouping_id = its.grouping_id
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id and s.owner_id <> its.group_id
    where n.course_id = its.course_id and n.person_id = its.person_id order by 2) p;
  return null;
end $$;
create trigger keep_scores after insert or delete on group_members for each row execute function keep_scores_of_member();

select keep_graded(course_id, assignment_id, person_id), keep_score(course_id, assignment_id, person_id) from (
  select n.course_id, n.assignment_id, n.person_id from submission_people n
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  group by 1, 2, 3 having count(distinct s.owner_id) > 1) p;
