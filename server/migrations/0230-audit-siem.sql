-- How far the audit record was sent to the agency's SIEM (decision 170): one row, whose lock is the turn of one node at a time.
create table audit_siem (
  id boolean primary key default true constraint audit_siem_one check (id),
  -- Links of the chain up to here were accepted.
  sent_seq bigint not null default 0,
  sent_at timestamptz
);
insert into audit_siem default values;
