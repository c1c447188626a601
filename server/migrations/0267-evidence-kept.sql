-- Revocations and signed files are kept by one function: never changed, except for the columns that the trigger names, and
-- destroyed only with their consent.
create function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from consents where id = old.consent_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_nargs > 0 and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  raise exception 'Evidence in % is stored as it was made: % is refused', tg_table_name, tg_op
    using errcode = 'insufficient_privilege';
end $$;

drop trigger consent_revocations_kept on consent_revocations;
drop trigger consent_revocations_not_emptied on consent_revocations;
create trigger consent_revocations_kept before update or delete on consent_revocations
  for each row execute function refuse_evidence_change();
create trigger consent_revocations_not_emptied before truncate on consent_revocations
  for each statement execute function refuse_evidence_change();
drop function refuse_revocation_change();

-- The seal of a file may be renewed.
drop trigger signed_files_kept on signed_files;
drop trigger signed_files_not_emptied on signed_files;
create trigger signed_files_kept before update or delete on signed_files
  for each row execute function refuse_evidence_change('content_sealed');
create trigger signed_files_not_emptied before truncate on signed_files
  for each statement execute function refuse_evidence_change();
drop function refuse_signed_file_change();
