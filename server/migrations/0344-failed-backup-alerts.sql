-- Alerts for backups that are not made, not copied off-site, or whose log is not archived (docs/decisions/285-failed-backups.md).
alter table security_alerts drop constraint security_alerts_kind;
alter table security_alerts add constraint security_alerts_kind
  check (kind in ('exports', 'reveals', 'refusals', 'audit-record', 'backup-proof', 'backup', 'backup-copy', 'backup-log',
    'registration-list', 'termination-list'));
