-- What people reviewed of the three sources: a unit, as its sources were then. A unit whose sources say something else since needs
-- another review; another agent at the exchange is reviewed once for all months.
create table source_reviews (
  -- As in source_units.
  key text not null,
  -- Class, and what it depends on; see `reviewedAs`.
  reviewed_as text not null,
  policy_id bigint references policies on delete cascade,
  application_id bigint references marketplace_applications on delete cascade,
  line_id bigint references commission_lines on delete cascade,
  note text not null,
  reviewed_by bigint not null references users,
  reviewed_at timestamptz not null default now(),
  primary key (key, reviewed_as)
);
create index source_reviews_policy on source_reviews (policy_id);
create index source_reviews_application on source_reviews (application_id);
create index source_reviews_line on source_reviews (line_id);
create index source_reviews_by on source_reviews (reviewed_by);
create trigger source_reviews_touch after insert or update or delete or truncate on source_reviews
  for each statement execute function note_list_touch('source-units');
