-- A score that feedback gives is in `feedback` alone; the cell of the gradebook follows it, by triggers, so that the two
-- cannot disagree. See docs/decisions/028-one-score.md.
create index gradables_assignment on gradables (course_id, assignment_id) where assignment_id is not null;

-- The latest attempt that counts for the person and whose feedback is released; no row: there is none.
create function released_feedback(of_course uuid, of_assignment uuid, of_person uuid) returns setof feedback
language sql stable as $$
  select f.* from submission_people n
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  where n.course_id = of_course and n.person_id = of_person and n.assignment_id = of_assignment
  order by s.attempt desc, s.submitted_at desc limit 1
$$;

create function follow_feedback() returns trigger language plpgsql as $$
declare
  released record;
begin
  select f.score, f.updated_at into released from gradables g cross join released_feedback(g.course_id, g.assignment_id, new.person_id) f
  where g.course_id = new.course_id and g.id = new.gradable_id;
  if found then
    new.score := released.score;
    new.updated_at := released.updated_at;
  end if;
  return new;
end $$;
create trigger follow_feedback before insert or update on scores for each row execute function follow_feedback();

-- Writes the cell anew; the trigger above puts the score into it, and without released feedback it is empty.
create function keep_score(of_course uuid, of_assignment uuid, of_person uuid) returns void language sql as $$
  insert into scores (course_id, person_id, gradable_id, score)
  select g.course_id, of_person, g.id, null from gradables g
  where g.course_id = of_course and g.assignment_id = of_assignment
  on conflict (course_id, person_id, gradable_id) do update set score = excluded.score, updated_at = excluded.updated_at
    where scores.score is distinct from excluded.score
$$;

create function keep_scores_of_feedback() returns trigger language plpgsql as $$
begin
  perform keep_score(n.course_id, n.assignment_id, n.person_id) from submission_people n
  where n.course_id = coalesce(new.course_id, old.course_id)
    and n.submission_id = coalesce(new.submission_id, old.submission_id);
  return null;
end $$;
create trigger keep_scores after insert on feedback for each row when (new.show)
  execute function keep_scores_of_feedback();
create trigger keep_scores_changed after update on feedback for each row
  when ((old.show or new.show) and (old.show, old.score) is distinct from (new.show, new.score))
  execute function keep_scores_of_feedback();
create trigger keep_scores_deleted after delete on feedback for each row when (old.show)
  execute function keep_scores_of_feedback();

-- Of who comes into a group that has its feedback already, and of a column that is linked to an assignment later.
create function keep_scores_of_people() returns trigger language plpgsql as $$
begin
  perform keep_score(n.course_id, n.assignment_id, n.person_id) from counted n
  where exists (select from feedback f where f.course_id = n.course_id and f.submission_id = n.submission_id and f.show);
  return null;
end $$;
create trigger keep_scores after insert on submission_people
  referencing new table as counted for each statement execute function keep_scores_of_people();

create function keep_scores_of_gradable() returns trigger language plpgsql as $$
begin
  perform keep_score(p.course_id, p.assignment_id, p.person_id) from (
    select distinct n.course_id, n.assignment_id, n.person_id from submission_people n
    join feedback f on f.course_id = n.course_id and f.submission_id = n.submission_id and f.show
    where n.course_id = new.course_id and n.assignment_id = new.assignment_id) p;
  return null;
end $$;
create trigger keep_scores after insert or update of assignment_id on gradables for each row
  when (new.assignment_id is not null) execute function keep_scores_of_gradable();

-- What disagreed before: a column whose cells were written by hand and say something else is its own from here on.
update gradables g set assignment_id = null
where exists (
  select from scores c cross join released_feedback(g.course_id, g.assignment_id, c.person_id) f
  where c.course_id = g.course_id and c.gradable_id = g.id and c.score is distinct from f.score);
update gradables set assignment_id = assignment_id where assignment_id is not null;
