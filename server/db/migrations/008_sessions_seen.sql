-- Sessions that nobody has used for long are swept.
create index sessions_seen on sessions (seen_at);
