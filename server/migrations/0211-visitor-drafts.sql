-- What a visitor entered at See Plans goes with the registration to the new account, so that it opens the application with
-- it on any device (decision 167): ages, income and place, no names. Deleted when the application is started.
alter table registrations add column draft jsonb;

create table visitor_drafts (
  user_id bigint primary key references users on delete cascade,
  draft jsonb not null,
  created_at timestamptz not null default now()
);
