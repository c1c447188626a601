-- What a client who enrolls alone attested to, as evidence like a signed review: the text in the reader's language with its
-- hash. Null where the client of an agent signed a review, and on enrollments from before this migration.
alter table enrollments add column language text;
alter table enrollments add column text_version text;
alter table enrollments add column text_signed text;
alter table enrollments add column text_sha256 bytea;
alter table enrollments add constraint enrollments_text check (
  num_nulls(language, text_version, text_signed, text_sha256) in (0, 4)
  and (text_signed is null or language in ('en', 'es') and review_id is null
    and text_sha256 = sha256(convert_to(text_signed, 'UTF8'))));
