-- What the agency disputes with a carrier: policy months that were paid wrongly, as they stood when the pack was made.
create table disputes (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  -- Fixed when it is made: what was sent does not change with later files.
  items int not null,
  stake numeric(14, 2) not null,
  dispute_by date,
  sent_on date,
  sent_to text,
  outcome text constraint disputes_outcome_known check (outcome in ('paid', 'partly paid', 'denied', 'withdrawn')),
  decided_on date,
  comment text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  constraint disputes_sent_to_said check ((sent_on is null) = (sent_to is null)),
  constraint disputes_decided_on_said check ((outcome is null) = (decided_on is null))
);
create index disputes_carrier on disputes (carrier_id, id);
create index disputes_stake on disputes (stake, id);
create index disputes_dispute_by on disputes (dispute_by, id);
insert into list_versions (list) values ('disputes');
create trigger disputes_touch after insert or update or delete or truncate on disputes
  for each statement execute function note_list_touch('disputes');

create table dispute_items (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references disputes on delete cascade,
  variance_id bigint not null references variances on delete cascade,
  policy_number text not null,
  insured_name text not null,
  month date not null,
  class text not null,
  reason text not null,
  expected numeric(12, 2) not null,
  received numeric(14, 2) not null,
  stake numeric(14, 2) not null,
  dispute_by date,
  -- The lines that pay the month, with file and line, and what the expected amount follows from.
  evidence text not null,
  constraint dispute_items_once unique (dispute_id, variance_id)
);
create index dispute_items_variance on dispute_items (variance_id);
create index dispute_items_order on dispute_items (dispute_id, month, id);
