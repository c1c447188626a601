-- Codes and links are worth nothing after a while: a message is not sent after this moment. Until a try is over,
-- next_try_at lies ahead by the time that a node may hold a message: one that died lets it go by that.
alter table outbox add column expires_at timestamptz not null default now() + interval '2 days';
create index outbox_expiry on outbox (expires_at) where sent_at is null and given_up_at is null;

-- A value sealed with the field secret: a start with another secret stops at it, instead of at the first field (P-65).
create table seal_check (
  id int primary key default 1 constraint seal_check_one check (id = 1),
  check_sealed bytea not null
);
