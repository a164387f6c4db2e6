-- What the assistants of a course may do there besides reading; instructors may do all of it (server/access/abilities.ts).
alter table courses add column assistants_may text[] not null default '{author,grade}'
  constraint courses_assistants_may check (assistants_may <@ '{author,people,grade,release,settings}');
