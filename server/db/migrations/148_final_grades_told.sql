-- Final grades are told to those who have one, not to everyone on the course.
insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at, person_id)
select a.course_id, gen_random_uuid(), a.kind, a.subject_id, a.params, a.actor_id, a.created_at, e.person_id
from activity a join entries e on e.course_id = a.course_id and e.gradable_id = a.subject_id and e.score is not null
where a.kind = 'final_grades_released' and a.person_id is null;
delete from activity where kind = 'final_grades_released' and person_id is null;
