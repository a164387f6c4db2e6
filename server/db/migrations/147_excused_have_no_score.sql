-- A student who is excused sees no score, also where their work was graded; so `scores`, which is what students see, has
-- none, and the mean of the class does not count it.
create or replace function follow_feedback() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  its gradables;
  entered record;
  is_entered boolean;
  told record;
begin
  new.score := null;
  select * into its from gradables g
  where g.course_id = new.course_id and g.id = new.gradable_id and g.released and not g.final and g.deleted_at is null;
  if not found then
    return new;
  end if;
  -- Nothing, if they are excused,
  select e.score, e.entered_at, e.excused into entered from entries e
  where (e.course_id, e.person_id, e.gradable_id) = (new.course_id, new.person_id, new.gradable_id);
  is_entered := found;
  if is_entered and entered.excused then
    new.updated_at := entered.entered_at;
    return new;
  end if;
  -- else the released feedback, whether or not it has a score,
  if its.assignment_id is not null then
    select f.score, f.updated_at into told from released_score(its.course_id, its.assignment_id, new.person_id) f;
    if found then
      new.score := told.score;
      new.updated_at := coalesce(told.updated_at, new.updated_at);
      return new;
    end if;
  end if;
  -- else what staff entered,
  if is_entered then
    new.score := entered.score;
    new.updated_at := entered.entered_at;
    return new;
  end if;
  -- else the attendance.
  if its.attendance_late is not null then
    select a.score into new.score from attendance_scores a
    where (a.course_id, a.person_id, a.gradable_id) = (new.course_id, new.person_id, new.gradable_id);
  end if;
  return new;
end $$;

update scores s set score = null from entries e
where e.excused and s.score is not null
  and (s.course_id, s.person_id, s.gradable_id) = (e.course_id, e.person_id, e.gradable_id);
