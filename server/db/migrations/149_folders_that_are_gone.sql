-- Nothing is put, or comes back, into a folder that was removed, an undo included: nobody would find it there. It counts
-- as a missing parent, so an undo says what is in its way.
create function refuse_gone_folder() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive around as (
      select p.id, p.parent_id, p.deleted_at from contents p where p.course_id = new.course_id and p.id = new.parent_id
      union
      select p.id, p.parent_id, p.deleted_at
      from around a join contents p on p.course_id = new.course_id and p.id = a.parent_id
    ) select from around where deleted_at is not null
  ) then
    raise exception 'a folder around % is gone', new.id using errcode = '23503', constraint = 'contents_folder_gone';
  end if;
  return null;
end $$;
create trigger refuse_gone_folder_created after insert on contents for each row
  when (new.parent_id is not null and new.deleted_at is null and this_change() is distinct from 'seed')
  execute function refuse_gone_folder();
create trigger refuse_gone_folder_moved after update of parent_id, deleted_at on contents for each row
  when (new.parent_id is not null and new.deleted_at is null
    and (new.parent_id is distinct from old.parent_id or old.deleted_at is not null))
  execute function refuse_gone_folder();
