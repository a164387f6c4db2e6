-- An activity of what goes to a section says whose students got it, because the thing may go to another one later.
update activity a set params = a.params || jsonb_build_object('told', s.section)
from (
  select course_id, id, section from announcements
  union all
  select course_id, id, section from topics) s
where s.course_id = a.course_id and s.id = a.subject_id and s.section is not null
  and a.kind in ('announcement_posted', 'topic_posted');
