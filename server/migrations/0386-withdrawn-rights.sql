-- runs with: 0380
-- A request for rights that the asker withdrew: for the version before it is one that was refused, by no one it names.
alter table rights_grants add column withdrawn boolean not null default false,
  add constraint rights_grants_withdrawn check (not withdrawn or decision = 'refused' and decided_by is null);
