-- The pictures that the text of an announcement shows, or showed before: readers are given addresses that open them.
create table announcement_pictures (
  course_id uuid not null,
  announcement_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, announcement_id, upload_id),
  foreign key (course_id, announcement_id) references announcements on delete cascade
);
create index announcement_pictures_upload on announcement_pictures (upload_id);
