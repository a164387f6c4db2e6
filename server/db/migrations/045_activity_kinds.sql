-- What happened is kept as data: its kind, what it happened to, and what its words need besides. Words and paths are made
-- when it is read. See docs/decisions/022-activity-is-data.md.
alter table activity
  add column kind text,
  add column subject_id uuid,
  add column params jsonb not null default '{}';

-- Or each row would count in the version of its course, which nobody keeps anything of now.
alter table activity disable trigger user;

update activity a set kind = k.kind, subject_id = substring(a.link from k.path)::uuid
from (values
  ('announcement_posted', '/announcement/([0-9a-f-]{36})/preview$'),
  ('assignment_posted', '/assignments/([0-9a-f-]{36})/preview$'),
  ('content_posted', '/content/([0-9a-f-]{36})/view$'),
  ('meeting_posted', '/meeting/([0-9a-f-]{36})/preview$')) as k (kind, path)
where a.link ~ k.path;

update activity a set
  kind = 'handed_in',
  subject_id = s.id,
  params = jsonb_strip_nulls(jsonb_build_object(
    'person', split_part(a.title, ' submitted ', 1), 'late', case when a.title like '%, late' then true end))
from submissions s
where a.link ~ '/assignments/[0-9a-f-]{36}/worksheet$' and s.course_id = a.course_id
  and s.assignment_id = substring(a.link from '/assignments/([0-9a-f-]{36})/')::uuid
  and s.submitted_by = a.actor_id and s.submitted_at = a.created_at;

update activity a set
  kind = case when said.verb = ' left the group ' then 'left_group' else 'added_to_group' end,
  subject_id = g.id,
  params = jsonb_build_object('person', split_part(a.title, said.verb, 1))
from (values (' added you to the group '), (' left the group ')) as said (verb), groups g
where a.link ~ '/group\?grouping=[0-9a-f-]{36}$' and strpos(a.title, said.verb) > 0
  and g.course_id = a.course_id and g.grouping_id = substring(a.link from '=([0-9a-f-]{36})$')::uuid
  and g.name = substring(a.title from strpos(a.title, said.verb) + length(said.verb));

-- By the name of the assignment and the attempt, if it is not the first.
update activity a set kind = 'graded', subject_id = found.id
from (
  select distinct on (e.course_id, e.id) e.course_id, e.id as activity_id, s.id
  from activity e
  join submission_people n on n.course_id = e.course_id and n.person_id = e.person_id
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  join assignments w on w.course_id = s.course_id and w.id = s.assignment_id
  join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
  where e.type = 'grade' and e.kind is null
    and e.title in (w.name, w.name || ' (attempt ' || s.attempt || ')', 'Your score of ' || w.name)
  order by e.course_id, e.id, f.updated_at = e.created_at desc, s.attempt desc) as found
where a.course_id = found.course_id and a.id = found.activity_id;

-- What is left names nothing that is there. No activity is shown for longer than 14 days.
delete from activity where kind is null;

alter table activity enable trigger user;
alter table activity
  alter column kind set not null,
  alter column subject_id set not null,
  drop column type,
  drop column title,
  drop column link,
  drop column event;
create index activity_subject on activity (course_id, subject_id, kind);
