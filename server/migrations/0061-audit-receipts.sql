-- What the processes that write the audit record saw committed (docs/decisions/054-receipts.md): each has a chain of its own,
-- whose links hold events as they stood when they were written, before they are sealed. Laid out as audit_chain.
create table audit_receipts (
  -- The process that wrote the events, from its start to its end.
  process uuid not null,
  seq bigint not null,
  noted_at timestamptz not null,
  event_ids bigint[] not null,
  event_times bigint[] not null,
  event_macs bytea not null,
  hash bytea not null,
  primary key (process, seq)
);
create trigger audit_receipts_append_only before update or delete or truncate on audit_receipts
  execute function refuse_audit_change();
do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'audit_receipts'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate, references, trigger on audit_receipts from %s', granted.role);
  end loop;
end $$;
