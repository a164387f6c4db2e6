-- The picture of a playlist as its provider had it, kept here: a student's browser loads nothing from elsewhere.
alter table playlists add column picture_id uuid references uploads;
create index playlists_picture on playlists (picture_id) where picture_id is not null;
