-- runs with: 0377
-- A secret that is set up belongs to the session that asked for it: the same session sees it again after a reload.
alter table user_authenticator_offers add column session_id uuid;
