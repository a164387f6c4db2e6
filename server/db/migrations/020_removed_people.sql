-- An account that is removed, or a place on a roster, ends at once in every process. By triggers, because an operator may
-- remove it by hand: whoever forgot to tell would leave the person signed in.
create function tell_person_removed() returns trigger language plpgsql as $$
begin
  perform pg_notify('raintree', json_build_object('kind', 'person_removed', 'person_id', old.id)::text);
  return null;
end $$;
create trigger tell_removed after update on people for each row
  when (old.removed_at is null and new.removed_at is not null) execute function tell_person_removed();
create trigger tell_deleted after delete on people for each row
  when (old.removed_at is null) execute function tell_person_removed();

create function tell_left_course() returns trigger language plpgsql as $$
begin
  perform pg_notify('raintree',
    json_build_object('kind', 'person_changed', 'person_id', old.person_id, 'left', old.course_id)::text);
  return null;
end $$;
create trigger tell_left after delete on roster for each row execute function tell_left_course();
