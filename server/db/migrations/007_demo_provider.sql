-- What the demo sign-in provider remembers between requests (codes, grants, interactions).
create table demo_provider_state (
  model text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  grant_id text,
  expires_at timestamptz,
  primary key (model, id)
);
create index demo_provider_state_uid on demo_provider_state (model, uid) where uid is not null;
create index demo_provider_state_grant on demo_provider_state (grant_id) where grant_id is not null;
