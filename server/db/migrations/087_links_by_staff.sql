-- Staff make external links and playlists: as drafts, and at a time to come.
alter table links add column publish_at timestamptz;
update links set publish_at = created_at;
call author_table('links');
call publish_table('links', 'materials');
alter table playlists add column publish_at timestamptz;
update playlists set publish_at = created_at;
call author_table('playlists');
call publish_table('playlists', 'materials');
