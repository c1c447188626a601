-- runs with: 0380
-- Changes of applications that the exchange has (decision 318). What it accepted before stays here: a discarded change restores it.
create table ede_submissions (
  id bigint generated always as identity primary key,
  ede_application_id bigint not null references ede_applications on delete cascade,
  submission_id uuid not null,
  submitted_at timestamptz not null,
  answers jsonb not null,
  constraint ede_submissions_once unique (ede_application_id, submission_id)
);

-- Set while a change is entered and not accepted yet.
alter table ede_applications add column change_began_at timestamptz;
