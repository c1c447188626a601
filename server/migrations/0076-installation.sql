-- What this installation is (docs/decisions/076-kind-of-an-installation.md). One row, written by the first start; databases
-- from before are recognized by what they hold at the next start.
create table installation (
  id boolean primary key default true constraint installation_one check (id),
  kind text not null constraint installation_kind check (kind in ('demo', 'agency')),
  -- Keyed hash that only the right AUDIT_SECRET makes; null until it was first checked.
  audit_check bytea,
  recorded_at timestamptz not null default now()
);

-- Only commands and starts decide, as the owner; the application's role may read.
do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'installation'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke insert, update, delete, truncate, references, trigger on installation from %s', granted.role);
  end loop;
end $$;
