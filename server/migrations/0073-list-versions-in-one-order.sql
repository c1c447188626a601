-- A change of agents touches two lists now, and one of policies with their agents the same two the other way round. Moved in the
-- order of their changes, each of two commits would wait for the other; so the first move of a commit moves all, in one order.
create or replace function move_list_version() returns trigger language plpgsql as $$
declare
  touched text[];
begin
  -- Only this transaction's own are there to be seen: whoever committed has taken theirs away.
  with gone as (delete from list_touches returning list)
  select array_agg(distinct list) into touched from gone;
  if touched is null then
    return null;
  end if;
  perform from list_versions where list = any(touched) order by list for update;
  update list_versions set version = version + 1 where list = any(touched);
  return null;
end $$;
