-- An alert for a backup that could not be restored and proven (docs/decisions/083-alerts.md).
alter table security_alerts drop constraint security_alerts_kind;
alter table security_alerts add constraint security_alerts_kind
  check (kind in ('exports', 'reveals', 'refusals', 'audit-record', 'backup-proof'));
