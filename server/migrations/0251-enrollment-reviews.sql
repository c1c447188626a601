-- The client's review of an enrollment, with its four attestations, before an agent sends it (decision 250). A request for
-- it stores what is shown in both languages and a hash of what may be sent.
alter table review_requests alter column ede_application_id drop not null;
alter table review_requests alter column version drop not null;
alter table review_requests add column marketplace_application_id bigint references marketplace_applications;
alter table review_requests add column content jsonb;
alter table review_requests add column content_hash bytea;
alter table review_requests add column texts jsonb;
alter table review_requests add constraint review_requests_of_one_application check (
  num_nonnulls(ede_application_id, marketplace_application_id) = 1
  and num_nulls(ede_application_id, version) in (0, 2)
  and num_nulls(marketplace_application_id, content, content_hash, texts) in (0, 4));
create index review_requests_marketplace on review_requests (marketplace_application_id, id)
  where marketplace_application_id is not null;

-- 'device': signed by the client on the agent's device. 'upload': a signed page or a recording.
alter table review_requests drop constraint review_requests_channel;
alter table review_requests add constraint review_requests_channel
  check (channel in ('email', 'sms', 'account', 'device', 'upload'));
alter table consent_requests drop constraint consent_requests_channel;
alter table consent_requests add constraint consent_requests_channel
  check (channel in ('email', 'sms', 'account', 'device', 'upload'));

-- The signed review that an agent's enrollment was sent with; null where the client attested in the call.
alter table enrollments add column review_id bigint references application_reviews;
create index enrollments_review on enrollments (review_id) where review_id is not null;
