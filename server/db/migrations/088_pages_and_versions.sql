-- A page is a file that staff write in the product: its text, and the same text as a file for whoever downloads it.
alter table contents
  -- Markdown. Null: an uploaded file, or a folder.
  add column page text check (length(page) <= 200000),
  add constraint contents_page_has_file check (page is null or upload_id is not null);

-- The pictures that the text of a page shows, or showed before: readers are given addresses that open them.
create table content_pictures (
  course_id uuid not null,
  content_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, content_id, upload_id),
  foreign key (course_id, content_id) references contents on delete cascade
);
create index content_pictures_upload on content_pictures (upload_id);

-- What a file was before it was replaced, the last time that it was that. Staff can look at it and bring it back.
create table content_versions (
  course_id uuid not null,
  content_id uuid not null,
  upload_id uuid not null references uploads,
  page text,
  replaced_at timestamptz not null,
  replaced_by uuid references people on delete set null,
  primary key (course_id, content_id, upload_id),
  foreign key (course_id, content_id) references contents on delete cascade
);
create index content_versions_upload on content_versions (upload_id);
create index content_versions_person on content_versions (replaced_by) where replaced_by is not null;

-- By trigger, so that no code can forget it, an undo neither.
create function keep_content_version() returns trigger language plpgsql as $$
begin
  insert into content_versions (course_id, content_id, upload_id, page, replaced_at, replaced_by)
  select old.course_id, old.id, old.upload_id, old.page, now(), (
    select actor_id from changes where course_id = old.course_id and id = nullif(this_change(), 'seed')::uuid)
  on conflict (course_id, content_id, upload_id) do update set
    page = excluded.page, replaced_at = excluded.replaced_at, replaced_by = excluded.replaced_by;
  return null;
end $$;
create trigger keep_version after update of upload_id on contents for each row
  when (old.upload_id is not null and new.upload_id is distinct from old.upload_id)
  execute function keep_content_version();

-- Which students opened a file, the first and the last time.
create table content_opens (
  course_id uuid not null,
  content_id uuid not null,
  person_id uuid not null references people on delete cascade,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (course_id, content_id, person_id),
  foreign key (course_id, content_id) references contents on delete cascade
);
create index content_opens_person on content_opens (person_id);
