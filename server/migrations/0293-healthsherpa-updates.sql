-- Statuses of policies that HealthSherpa's webhook delivered (decision 188). One of an unknown application waits here.
create table healthsherpa_updates (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- Times that the same update came.
  deliveries int not null default 1,
  transaction_id text not null,
  event_type text not null,
  status text not null,
  changed_on date,
  application_id text not null,
  -- Application of the wizard that was named when it was started.
  wizard_id uuid,
  client_name text not null,
  npn text,
  issuer_id text,
  policies jsonb not null,
  -- Exchange assigned id of the application that a user connected.
  connected_to text,
  constraint healthsherpa_updates_once unique nulls not distinct (transaction_id, status, changed_on)
);
create index healthsherpa_updates_received on healthsherpa_updates (received_at, id);
create index healthsherpa_updates_application on healthsherpa_updates (application_id, id);

-- Updates with the application and the agents whom they are about: what a user connected, what the wizard submitted, or the
-- same id at the exchange.
create view healthsherpa_matches as
select u.*, m.id as marketplace_id, m.exchange_assigned_id as app_id, w.uuid as known_wizard_id,
  m.agent_id as record_agent_id, m.sale_agent_id, coalesce(i.assigned_agent_id, i.created_by_agent_id) as wizard_agent_id, a.id as npn_agent_id,
  a.name as npn_agent_name
from healthsherpa_updates u
left join ede_applications w on w.uuid = u.wizard_id
left join internal_applications i on i.id = w.application_id
left join marketplace_applications m on m.exchange_assigned_id = coalesce(u.connected_to, nullif(i.marketplace_id, ''), u.application_id)
left join lateral (
  select a.id, a.name from agents a where ltrim(a.npn, '0') = ltrim(u.npn, '0') and u.npn <> '' order by a.status_id, a.id limit 1
) a on true;
