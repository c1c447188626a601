-- The email with a dispute's pack, while the outbox keeps it; null for a dispute that was sent elsewhere.
alter table disputes add column message_id uuid;
