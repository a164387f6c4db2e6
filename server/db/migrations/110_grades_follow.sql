-- What a grade adds up to follows from what it is made of (docs/decisions/052-grades-follow.md). Its revision counts what
-- people give alone: who grades while a key is corrected is not refused for that.
drop trigger next_revision on feedback;
create trigger next_revision before update on feedback for each row
  when (to_jsonb(old) - '{points,score,revision}'::text[] is distinct from to_jsonb(new) - '{points,score,revision}'::text[])
  execute function next_revision();
