-- The pictures that the description of a topic shows, or showed before. The topic is no foreign key: a picture is nothing that
-- students made, and must not be in the way of an undo that takes the topic back.
create table topic_pictures (
  course_id uuid not null references courses on delete cascade,
  topic_id uuid not null,
  upload_id uuid not null references uploads,
  primary key (course_id, topic_id, upload_id)
);
create index topic_pictures_upload on topic_pictures (upload_id);
