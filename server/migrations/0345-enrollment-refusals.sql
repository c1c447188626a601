-- What the exchange refused, as data, so that clients read it in Spanish; null where the exchange gave only its own sentence.
alter table enrollment_sendings add column refusal jsonb;
