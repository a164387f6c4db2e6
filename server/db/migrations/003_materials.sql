create table contents (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  parent_id uuid,
  name text not null,
  description text not null default '',
  -- Null: a folder.
  upload_id uuid references uploads,
  uploaded_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  primary key (course_id, id),
  foreign key (course_id, parent_id) references contents (course_id, id) on delete cascade,
  check (parent_id <> id)
);
create index contents_newest on contents (course_id, uploaded_at desc, id desc) where deleted_at is null;
create index contents_upload on contents (upload_id) where upload_id is not null;

create table links (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  url text not null check (url ~ '^https?://'),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id)
);

create table playlists (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  -- The playlist's id at the video provider.
  provider_id text not null,
  title text not null,
  channel text not null default '',
  thumbnail text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (course_id, id)
);

create table meetings (
  course_id uuid not null references courses on delete cascade,
  id uuid not null,
  title text not null,
  host text not null,
  start_at timestamptz not null,
  link text not null check (link ~ '^https?://'),
  deleted_at timestamptz,
  -- The recording, once there is one. Addresses are of the meeting provider or of an upload.
  recording_show boolean not null default false,
  recording_password text not null default '',
  recording_video text,
  recording_audio text,
  recording_video_upload uuid references uploads,
  recording_audio_upload uuid references uploads,
  recording_expire timestamptz,
  primary key (course_id, id),
  check (recording_video is null or recording_video_upload is null),
  check (recording_audio is null or recording_audio_upload is null)
);
create index meetings_start on meetings (course_id, start_at desc, id) where deleted_at is null;
