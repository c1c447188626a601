-- What was sent to the exchange to enroll people, with what was attested: the agency's own record of it (A-093, A-094).
create table enrollments (
  id bigint generated always as identity primary key,
  -- One enrollment is sent under one id, however often it takes; the exchange tells repetitions by it.
  submission_id uuid not null constraint enrollments_once unique,
  -- Of what was asked for, so that the same id never means two things.
  content_hash bytea not null,
  application_id bigint not null references marketplace_applications,
  plan_year int not null,
  -- The texts as they were shown and ticked, by their names.
  attested jsonb not null constraint enrollments_attested_four check (
    attested ?& array['income_tax', 'married', 'dependent', 'household']),
  -- Who ticked and sent it, and from where.
  attested_by bigint not null references users,
  attested_name text not null,
  attested_at timestamptz not null default clock_timestamp(),
  address text not null,
  user_agent text
);
create index enrollments_application on enrollments (application_id, id);

create table enrollment_groups (
  enrollment_id bigint not null references enrollments,
  place int not null,
  -- The exchange's ids of those who are enrolled together.
  applicants text[] not null constraint enrollment_groups_not_empty check (cardinality(applicants) > 0),
  plan_id text not null,
  plan_name text not null,
  issuer text not null,
  -- A month: the premium, the credit that these people bring, what of it was applied, and what is left to pay.
  premium numeric(12, 2) not null,
  available numeric(12, 2) not null,
  aptc_selected numeric(12, 2) not null,
  responsibility numeric(12, 2) not null,
  primary key (enrollment_id, place),
  constraint enrollment_groups_credit check (aptc_selected between 0 and least(available, premium)),
  constraint enrollment_groups_rest check (responsibility = premium - aptc_selected)
);

-- Where the sending of each stands. Written in the transaction that keeps the enrollment, so that none is lost.
create table enrollment_sendings (
  enrollment_id bigint primary key references enrollments,
  application_id bigint not null references marketplace_applications,
  -- sending: the exchange has not said yet what became of it, which may also be that it knows nothing of it.
  state text not null default 'sending' constraint enrollment_sendings_state check (state in ('sending', 'accepted', 'refused')),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  -- What the exchange says why it refused.
  reason text,
  answered_at timestamptz,
  constraint enrollment_sendings_answered check ((state = 'sending') = (answered_at is null))
);
-- An application has one enrollment on its way at a time.
create unique index enrollment_sendings_one_under_way on enrollment_sendings (application_id) where state = 'sending';
create index enrollment_sendings_due on enrollment_sendings (next_try_at) where state = 'sending';

-- What was attested is evidence: added and read, never changed.
create function refuse_enrollment_change() returns trigger language plpgsql as $$
begin
  raise exception 'An enrollment is kept as it was sent: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger enrollments_kept before update or delete on enrollments
  for each row execute function refuse_enrollment_change();
create trigger enrollments_not_emptied before truncate on enrollments
  for each statement execute function refuse_enrollment_change();
create trigger enrollment_groups_kept before update or delete on enrollment_groups
  for each row execute function refuse_enrollment_change();
create trigger enrollment_groups_not_emptied before truncate on enrollment_groups
  for each statement execute function refuse_enrollment_change();
do $$
declare
  granted record;
begin
  for granted in
    select distinct c.oid::regclass as kept, case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid in ('enrollments'::regclass, 'enrollment_groups'::regclass) and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate, references, trigger on %s from %s', granted.kept, granted.role);
  end loop;
end $$;
