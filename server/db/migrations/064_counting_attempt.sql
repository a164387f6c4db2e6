-- The score of an assignment is that of the attempt that counts: the latest, the best or the first of those whose feedback is
-- released (migration 047 knew the latest alone).
create or replace function released_feedback(of_course uuid, of_assignment uuid, of_person uuid) returns setof feedback
language sql stable as $$
  select f.* from assignments a
  join submission_people n on n.course_id = a.course_id and n.assignment_id = a.id and n.person_id = of_person
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  where a.course_id = of_course and a.id = of_assignment
  order by case when a.counts = 'best' then f.score end desc nulls last,
    case when a.counts = 'first' then s.attempt end nulls last, s.attempt desc, s.submitted_at desc
  limit 1
$$;

create function keep_scores_of_assignment() returns trigger language plpgsql as $$
begin
  perform keep_score(p.course_id, p.assignment_id, p.person_id) from (
    select distinct n.course_id, n.assignment_id, n.person_id from submission_people n
    join feedback f on f.course_id = n.course_id and f.submission_id = n.submission_id and f.show
    where n.course_id = new.course_id and n.assignment_id = new.id) p;
  return null;
end $$;
create trigger keep_scores after update of counts on assignments for each row when (old.counts <> new.counts)
  execute function keep_scores_of_assignment();
