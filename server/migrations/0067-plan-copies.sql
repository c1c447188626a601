-- What an exchange over a network last offered, shown with its age while it does not answer. Holds no names: places, years,
-- ages and amounts, behind a hash of what was asked.
create table plan_copies (
  question_hash bytea primary key,
  -- As we understood it, in JSON.
  answer text not null,
  said_at timestamptz not null default now()
);
create index plan_copies_said_at on plan_copies (said_at);
