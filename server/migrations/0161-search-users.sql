-- Users are found by any part of their login or name.
alter table users add column search_text text generated always as (plain_text(user_name) || ' ' || sort_name) stored;
create index users_search on users using gin (search_text extensions.gin_trgm_ops);
