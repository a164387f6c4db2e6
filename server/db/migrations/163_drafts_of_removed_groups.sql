-- A change that removes a group leaves its drafts and their versions where they are, so that its undo brings them back.
create function forget_drafts_of_group() returns trigger language plpgsql as $$
begin
  if coalesce(this_change(), 'seed') = 'seed' then
    delete from drafts where course_id = old.course_id and owner_id = old.id;
    delete from draft_versions where course_id = old.course_id and owner_id = old.id;
  else
    -- A save that waits for the removal finds another row then, and asks again whose draft it is.
    update drafts set owner_id = owner_id where course_id = old.course_id and owner_id = old.id;
  end if;
  return null;
end $$;
drop trigger forget_drafts on groups;
create trigger forget_drafts after delete on groups for each row execute function forget_drafts_of_group();
