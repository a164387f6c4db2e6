create table groupings (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id)
);

create table groups (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  grouping_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  img text,
  created_by uuid references people on delete set null,
  created_at timestamptz not null default now(),
  primary key (course_id, id),
  unique (course_id, grouping_id, id),
  foreign key (course_id, grouping_id) references groupings on delete cascade
);

-- The primary key is the rule that nobody is twice in a grouping.
create table group_members (
  course_id uuid not null,
  grouping_id uuid not null,
  person_id uuid not null,
  group_id uuid not null,
  joined_at timestamptz not null default now(),
  constraint group_members_once primary key (course_id, grouping_id, person_id),
  foreign key (course_id, grouping_id, group_id) references groups (course_id, grouping_id, id) on delete cascade,
  constraint group_members_on_roster foreign key (course_id, person_id) references roster on delete cascade
);
create index group_members_group on group_members (course_id, group_id);
create index group_members_person on group_members (course_id, person_id);
