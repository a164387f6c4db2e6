-- Who was put into a group and left it before they accepted: they may still come in.
create table group_leavers (
  course_id uuid not null,
  person_id uuid not null,
  group_id uuid not null,
  primary key (course_id, person_id, group_id),
  foreign key (course_id, group_id) references groups on delete cascade,
  foreign key (course_id, person_id) references roster on delete cascade
);
create index group_leavers_group on group_leavers (course_id, group_id);
