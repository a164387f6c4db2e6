-- Columns of the gradebook whose scores are the attendance. See docs/decisions/056-tables-curves-and-attendance.md.
alter table gradables
  -- What a class counts to which a student was late, in percent; null: its scores are no attendance.
  add column attendance_late smallint check (attendance_late between 0 and 100);

-- What the attendance of a person comes to in such a column. Triggers keep it; what is entered by hand goes before it.
create table attendance_scores (
  course_id uuid not null,
  person_id uuid not null references people on delete cascade,
  gradable_id uuid not null,
  score numeric(8, 2) not null,
  primary key (course_id, person_id, gradable_id),
  foreign key (course_id, gradable_id) references gradables on delete cascade
);
create index attendance_scores_gradable on attendance_scores (course_id, gradable_id);

-- Of these people, or of all when it names none: present counts 1, late what the column says, absent nothing, and an
-- excused absence or a class at which nobody said anything is left out.
create function keep_attendance(of_course uuid, of_people uuid[]) returns void language plpgsql as $$
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
    where course_id = of_course and person_id = any(people)
    union all
    select m.person_id, m.schedule_id, m.code, false from attendance_marks m
    where m.course_id = of_course and m.person_id = any(people) and not exists (
      select from attendance a where (a.course_id, a.person_id, a.schedule_id) = (m.course_id, m.person_id, m.schedule_id))),
  counted as (
    select person_id, count(*) filter (where code = 3) as present, count(*) filter (where code = 2) as late, count(*) as classes
    from stands join schedules s on s.course_id = of_course and s.id = stands.schedule_id and s.deleted_at is null
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

-- After `follow_feedback`, because triggers go by their names: where nothing was entered, the attendance is the score.
create function follow_reckoned() returns trigger language plpgsql as $$
begin
  select a.score into new.score from gradables g
  join attendance_scores a on a.course_id = g.course_id and a.gradable_id = g.id and a.person_id = new.person_id
  where g.course_id = new.course_id and g.id = new.gradable_id and g.attendance_late is not null and g.released
    and not g.final and g.deleted_at is null
    and not exists (select from entries e
      where (e.course_id, e.person_id, e.gradable_id) = (new.course_id, new.person_id, new.gradable_id));
  return new;
end $$;
create trigger follow_reckoned before insert or update on scores for each row when (new.score is null)
  execute function follow_reckoned();

create function keep_attendance_of_rows() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in select course_id, array_agg(distinct person_id) as people from changed_rows group by 1 loop
    perform keep_attendance(changed.course_id, changed.people);
  end loop;
  return null;
end $$;
create trigger keep_attendance_inserted after insert on attendance
  referencing new table as changed_rows for each statement execute function keep_attendance_of_rows();
create trigger keep_attendance_updated after update on attendance
  referencing new table as changed_rows for each statement execute function keep_attendance_of_rows();
create trigger keep_attendance_deleted after delete on attendance
  referencing old table as changed_rows for each statement execute function keep_attendance_of_rows();
create trigger keep_attendance_inserted after insert on attendance_marks
  referencing new table as changed_rows for each statement execute function keep_attendance_of_rows();

create function keep_attendance_of_course() returns trigger language plpgsql as $$
begin
  perform keep_attendance(new.course_id, null);
  return null;
end $$;
create trigger keep_attendance after update on schedules for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_attendance_of_course();
create trigger keep_attendance_added after insert on gradables for each row
  when (new.attendance_late is not null) execute function keep_attendance_of_course();

-- A column that is none any more has none of it left.
create function keep_attendance_of_column() returns trigger language plpgsql as $$
begin
  if new.attendance_late is null then
    delete from attendance_scores where course_id = new.course_id and gradable_id = new.id;
    update scores set score = null where course_id = new.course_id and gradable_id = new.id;
  end if;
  perform keep_attendance(new.course_id, null);
  return null;
end $$;
create trigger keep_attendance after update on gradables for each row
  when ((old.attendance_late, old.score, old.released, old.deleted_at)
    is distinct from (new.attendance_late, new.score, new.released, new.deleted_at)
    and (old.attendance_late is not null or new.attendance_late is not null))
  execute function keep_attendance_of_column();
