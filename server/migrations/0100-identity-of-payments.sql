-- Identity of a payment (A-128): carrier, number, month and amount; the agent and the kind only where both lines say them.

-- Policy numbers that differ only in case, blanks, hyphens and apostrophes are the same number.
create function policy_number_key(policy_number text) returns text immutable parallel safe language sql as $$
  select translate(upper(policy_number), E' -\t''’', '')
$$;
create index policies_number_key on policies (carrier_id, policy_number_key(policy_number));

-- Files that say a line which an earlier file brought, and that earlier file, each with the details that it says. A line
-- that one file alone brought has none. The line has the first known value of each detail, and stays while one file remains.
create table commission_sources (
  line_id bigint not null references commission_lines on delete cascade,
  -- Null: older than loading.
  batch_id bigint references import_batches,
  file_line int,
  kind text,
  members int,
  insured_name text,
  agent_npn text
);
create unique index commission_sources_once on commission_sources (line_id, batch_id) nulls not distinct;
create index commission_sources_batch on commission_sources (batch_id);

-- An agent may be assigned by a person.
alter table commission_lines drop constraint commission_lines_agent_by_known;
alter table commission_lines
  add constraint commission_lines_agent_by_known check (agent_by in ('file', 'policy', 'person'));

-- What a kind says besides the sign of the amount.
create function stated_kind(kind text) returns text immutable parallel safe language sql as $$
  select case when kind not in ('other', 'chargeback') then kind end
$$;

-- Details of lines from the files that say them.
create function complete_commission_lines(of_lines bigint[]) returns void language sql as $$
  update commission_lines l set batch_id = s.batch_id, last_batch_id = s.batch_id, last_line = s.file_line,
    kind = coalesce(s.kind, case when l.amount < 0 then 'chargeback' else 'other' end), members = s.members,
    insured_name = s.insured_name, agent_npn = s.agent_npn
  from (
    select line_id, (array_agg(batch_id order by batch_id nulls first))[1] as batch_id,
      (array_agg(file_line order by batch_id nulls first))[1] as file_line,
      (array_agg(stated_kind(kind) order by batch_id nulls first) filter (where stated_kind(kind) is not null))[1] as kind,
      (array_agg(members order by batch_id nulls first) filter (where members is not null))[1] as members,
      (array_agg(insured_name order by batch_id nulls first) filter (where insured_name is not null))[1] as insured_name,
      (array_agg(agent_npn order by batch_id nulls first) filter (where agent_npn is not null))[1] as agent_npn
    from commission_sources where line_id = any(of_lines) group by 1
  ) s
  where l.id = s.line_id;
$$;

-- Agent of record of a policy in a month.
create function agent_of_record(p policies, of_month date) returns bigint stable language sql as $$
  select case when p.agent_since is null or p.agent_since < of_month + interval '1 month' then p.agent_id
    else (select e.agent_id from policy_agents e
      where e.policy_id = p.id and e.held && daterange(of_month, (of_month + interval '1 month')::date)
      order by e.held desc limit 1) end
$$;

-- Policy and agent of lines: by number, also spelled differently; by NPN, else the policy's agent of record. An agent that
-- a person assigned stays.
create function match_commission_lines(of_lines bigint[]) returns void language sql as $$
  update commission_lines l set policy_id = x.policy_id, policy_number = coalesce(x.policy_number, l.policy_number),
    agent_id = case when l.agent_by = 'person' then l.agent_id else x.agent_id end,
    agent_by = case when l.agent_by = 'person' then l.agent_by else x.agent_by end
  from (
    select m.id, p.id as policy_id, p.policy_number, coalesce(a.id, h.agent_id) as agent_id,
      case when a.id is not null then 'file' when h.agent_id is not null then 'policy' end as agent_by
    from commission_lines m
    left join policies e on e.carrier_id = m.carrier_id and e.policy_number = m.policy_number
    left join lateral (
      select min(q.id) as id from policies q
      where e.id is null and q.carrier_id = m.carrier_id
        and policy_number_key(q.policy_number) = policy_number_key(m.policy_number)
      having count(*) = 1
    ) k on true
    left join policies p on p.id = coalesce(e.id, k.id)
    left join agents a on a.npn = m.agent_npn
    left join lateral (select agent_of_record(p, m.month) as agent_id where m.agent_npn is null and p.id is not null) h on true
    where m.id = any(of_lines)
  ) x
  where l.id = x.id and (l.policy_id, l.agent_id, l.agent_by, l.policy_number) is distinct from (x.policy_id,
    case when l.agent_by = 'person' then l.agent_id else x.agent_id end,
    case when l.agent_by = 'person' then l.agent_by else x.agent_by end, coalesce(x.policy_number, l.policy_number));
$$;

-- Statements that a file replaced (delete and load at once), for an exact undo.
create table commission_replaced_months (
  replaced_by bigint not null references import_batches,
  carrier_id bigint not null references carriers,
  month date not null
);
create index commission_replaced_months_by on commission_replaced_months (replaced_by);
create index commission_replaced_months_carrier on commission_replaced_months (carrier_id);
create table commission_replaced_lines (
  replaced_by bigint not null references import_batches,
  id bigint not null,
  carrier_id bigint not null references carriers,
  month date not null,
  kind text not null,
  members int,
  amount numeric(12, 2) not null,
  policy_number text not null,
  insured_name text,
  agent_npn text,
  agent_id bigint references agents,
  agent_by text,
  batch_id bigint references import_batches,
  last_line int,
  primary key (replaced_by, id)
);
create index commission_replaced_lines_carrier on commission_replaced_lines (carrier_id);
create index commission_replaced_lines_agent on commission_replaced_lines (agent_id);
create table commission_replaced_sources (
  replaced_by bigint not null references import_batches,
  line_id bigint not null,
  batch_id bigint references import_batches,
  file_line int,
  kind text,
  members int,
  insured_name text,
  agent_npn text
);
create index commission_replaced_sources_by on commission_replaced_sources (replaced_by);
create table commission_replaced_batches (
  replaced_by bigint not null references import_batches,
  batch_id bigint not null references import_batches,
  -- Nothing of it was left, so it counts as undone.
  fully boolean not null,
  taken_from_at timestamptz,
  primary key (replaced_by, batch_id)
);

-- Lines that waited for their policy or their agent.
do $$
declare
  waiting bigint[];
  of_carrier record;
begin
  select array_agg(l.id) into waiting from commission_lines l where l.policy_id is null or l.agent_id is null;
  if waiting is null then return; end if;
  perform match_commission_lines(waiting);
  for of_carrier in
    select l.carrier_id, array_agg(distinct l.month) as months from commission_lines l where l.id = any(waiting) group by 1
  loop
    perform rebuild_commission_years(of_carrier.carrier_id);
    perform rebuild_commission_tracks_of(of_carrier.carrier_id);
    perform rebuild_commission_month_totals(of_carrier.carrier_id, of_carrier.months);
  end loop;
end $$;
