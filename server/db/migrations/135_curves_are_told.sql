-- What a curve made of a score, so that a student can follow it: { "kind": "add", "from": 7.5 }. See
-- docs/decisions/059-closed-cells-and-steps.md.
alter table feedback add column curve jsonb;
alter table entries add column curve jsonb;

-- Whoever gives another score in place of the curved one takes the curve away.
create function drop_curve() returns trigger language plpgsql as $$
begin
  new.curve := null;
  return new;
end $$;
create trigger drop_curve before update on feedback for each row
  when (old.curve is not null and old.curve = new.curve and old.override is distinct from new.override)
  execute function drop_curve();
