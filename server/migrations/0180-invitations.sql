-- Invitations: links by which new users set their first password (docs/decisions/153-invitations.md). One of a user at a
-- time; sending it again replaces the code, and only the code's hash is stored. A user with a password has none.
create table user_invitations (
  user_id bigint primary key references users on delete cascade,
  code_hash bytea not null unique,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
