-- A class that was cancelled counts in no column of attendance, whoever was marked there before.
create or replace function keep_attendance(of_course uuid, of_people uuid[]) returns void language plpgsql
set enable_seqscan = off as $$
declare
  -- Always named, so that one person who marks themselves is looked up by their key.
  people uuid[] := of_people;
begin
  if not exists (select from gradables where course_id = of_course and attendance_late is not null) then
    return;
  end if;
  -- One after the other: each sees what the other counted.
  perform pg_advisory_xact_lock(hashtextextended('attendance ' || of_course, 0));
  if people is null then
    people := array(
      select person_id from attendance where course_id = of_course
      union select person_id from attendance_marks where course_id = of_course
      union select person_id from attendance_scores where course_id = of_course);
  end if;
  with stands as (
    select person_id, schedule_id, code, excused from attendance
    where course_id = of_course and person_id = any(people) and code is not null
    union all
    select m.person_id, m.schedule_id, m.code, false from attendance_marks m
    where m.course_id = of_course and m.person_id = any(people) and not exists (
      select from attendance a where (a.course_id, a.person_id, a.schedule_id) = (m.course_id, m.person_id, m.schedule_id)
        and (a.code is not null or a.recorded_at >= m.marked_at))),
  counted as (
    select person_id, count(*) filter (where code = 3) as present, count(*) filter (where code = 2) as late, count(*) as classes
    from stands join schedules s on s.course_id = of_course and s.id = stands.schedule_id and s.deleted_at is null
      and not s.cancelled
    where code is not null and not excused group by person_id),
  reckoned as (
    select g.id as gradable_id, c.person_id,
      round(g.score * (100 * c.present + c.late * g.attendance_late) / (100 * c.classes), 2) as score
    from gradables g cross join counted c where g.course_id = of_course and g.attendance_late is not null),
  gone as (
    delete from attendance_scores s
    where s.course_id = of_course and s.person_id = any(people) and not exists (
      select from reckoned r where (r.gradable_id, r.person_id) = (s.gradable_id, s.person_id)))
  insert into attendance_scores as s select of_course, person_id, gradable_id, score from reckoned order by 2, 3
  on conflict (course_id, person_id, gradable_id) do update set score = excluded.score where s.score <> excluded.score;
  -- What students see follows, by the triggers of `scores`.
  insert into scores (course_id, person_id, gradable_id, score)
  select of_course, c.person_id, c.gradable_id, null from (
    select s.person_id, s.gradable_id from attendance_scores s
    join gradables g on g.course_id = of_course and g.id = s.gradable_id and g.released and g.deleted_at is null
    where s.course_id = of_course and s.person_id = any(people)
    union
    select s.person_id, s.gradable_id from scores s
    join gradables g on g.course_id = of_course and g.id = s.gradable_id and g.attendance_late is not null
    where s.course_id = of_course and s.person_id = any(people)) c
  order by 1, 2, 3
  on conflict (course_id, person_id, gradable_id) do update set score = excluded.score, updated_at = excluded.updated_at
    where scores.score is distinct from excluded.score;
end $$;

drop trigger keep_attendance on schedules;
create trigger keep_attendance after update on schedules for each row
  when ((old.deleted_at, old.cancelled) is distinct from (new.deleted_at, new.cancelled))
  execute function keep_attendance_of_course();

select keep_attendance(course_id, null) from (
  select distinct g.course_id from gradables g
  join schedules s on s.course_id = g.course_id and s.cancelled where g.attendance_late is not null) c;
