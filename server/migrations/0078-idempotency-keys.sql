-- Answers of writes under the Idempotency-Key of their requests, so that a request repeated within 24 hours is not carried out
-- again (decision 078). A row is written in the transaction of the change that it answers for.
create table idempotency_keys (
  -- HMAC of the user and the key: neither can be read here.
  id bytea primary key constraint idempotency_keys_id check (octet_length(id) = 32),
  -- HMAC of route, input and file.
  fingerprint bytea not null,
  -- The JSON that was answered.
  answer_sealed bytea not null,
  stored_at timestamptz not null
);
create index idempotency_keys_stored_at on idempotency_keys (stored_at);
