-- People and how they get in. These tables are small beside the courses' and are
-- reference tables when the database is distributed.

create table people (
  id uuid primary key,
  email text not null default '',
  first text not null,
  last text not null,
  img text,
  admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A removed account keeps its row, so that what it wrote still has an author.
  removed_at timestamptz
);
create index people_email on people (lower(email));

-- Who a person is at a sign-in provider. One person may have several.
create table identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_person on identities (person_id);

create table sessions (
  token_hash bytea primary key,
  person_id uuid not null references people on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

-- Secrets that every server process must share, made on first use.
create table server_keys (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- One counter for each thing that is limited, such as a person's tries at a course's password.
create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (resets_at);

-- Files that somebody uploaded or that a course holds. The bytes are in storage under storage_key.
create table uploads (
  id uuid primary key,
  owner_id uuid references people on delete set null,
  filename text not null,
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 bytea not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  -- Set while something refers to the file; an upload that nothing holds for 7 days is removed.
  held boolean not null default false
);
create index uploads_owner on uploads (owner_id, created_at desc);
create index uploads_loose on uploads (created_at) where not held;
