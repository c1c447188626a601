import type { Track, TrackFilters } from '@coverdesk/domain/commissions/tracking-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import { beginsNumber, equalsNumber } from '../platform/lists/list-filters.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { agentStatementList, payStatementList } from './agent-statement-list.ts'

/** Rule 9: what a month counts as expected. */
const counted = `case m.state when 'unrated' then null when 'waiting' then least(greatest(m.received, 0), m.expected) else m.expected end`

/**
 * Policy months of a track: each is in one row, that of the agent who held the policy if the year has one of this agent, else in the
 * first row. A policy without lines in the year has rows by its months alone (decision 295).
 */
const monthsOfTrack = `(
  select m.month, ${counted} as expected, m.received
  from commission_months m
  where m.policy_id = k.policy_id and m.month between make_date(k.year, 1, 1) and make_date(k.year, 12, 1)
    and case when k.expected_only then (select t.id = k.id
      from commission_tracks t
      where t.expected_only and t.policy_id = k.policy_id and t.year = k.year
      order by (t.agent_id is not distinct from m.agent_id) desc, t.agent_id limit 1)
    else (select l.policy_number = k.policy_number and l.agent_id is not distinct from k.agent_id
      from commission_lines l
      where l.policy_id = k.policy_id and l.month between make_date(k.year, 1, 1) and make_date(k.year, 12, 1)
      order by (l.agent_id is not distinct from m.agent_id) desc, l.policy_number collate "C", l.agent_id limit 1) end
) d`

const received = `coalesce(sum(d.received) filter (where d.expected is not null), 0)`
const ledger = `(
  select case when count(*) > 0 then json_build_object(
    'months', json_agg(json_build_object('month', extract(month from d.month)::int, 'expected', d.expected::numeric(14, 2)::text,
      'received', d.received::text, 'gap', (d.received - d.expected)::numeric(14, 2)::text) order by d.month),
    'expected', coalesce(sum(d.expected), 0)::numeric(14, 2)::text,
    'received', ${received}::numeric(14, 2)::text,
    'gap', (${received} - coalesce(sum(d.expected), 0))::numeric(14, 2)::text) end
  from ${monthsOfTrack})`

const number = 'plain_text(k.policy_number) collate "C"'

/** Payments per policy and agent in a year, by month, with what was due. Rows without an agent are visible to users who can see all rows. */
export const trackList: ListDeclaration = {
  name: 'commission_tracks',
  table: 'commission_tracks k',
  key: 'k.id',
  visibleTo: 'k.agent_id',
  agentSort: 'policyNumber',
  versioned: true,
  joins: `
    join carriers c on c.id = k.carrier_id
    left join agents a on a.id = k.agent_id
    left join policies p on p.id = k.policy_id`,
  filters: {
    year: equalsNumber('k.year'),
    agentId: equalsNumber('k.agent_id'),
    carrierId: equalsNumber('k.carrier_id'),
    policyNumber: beginsNumber('k.policy_number', 'policyNumber'),
  },
  sorts: { policyNumber: [number], total: ['k.total'] },
  defaultSort: { sort: 'policyNumber', order: 'asc' },
  columns: {
    id: 'k.id',
    agentId: 'k.agent_id',
    agentName: 'a.name',
    carrierId: 'k.carrier_id',
    carrierName: 'c.name',
    policyNumber: 'k.policy_number',
    policyId: 'k.policy_id',
    insuredName: `coalesce(p.first_name || ' ' || p.last_name, k.insured_name)`,
    year: 'k.year',
    months: 'k.months::text[]',
    notRated: `'[]'::json`,
    total: 'k.total::text',
    ledger,
  } satisfies Record<keyof Track, string>,
}

/** The same with what the agency pays the agents, who see what was paid alone. */
export const payTrackList: ListDeclaration = {
  ...trackList,
  name: 'pay-tracks',
  versioned: 'commission_tracks',
  always: 'not k.expected_only',
  sorts: { ...trackList.sorts, total: ['k.pay_total'] },
  columns: {
    ...trackList.columns,
    months: 'k.pay_months::text[]',
    notRated: 'k.unrated_months',
    total: 'k.pay_total::text',
    ledger: 'null::json',
  },
}

/** Sum of all rows of a request; read from the monthly totals unless single policies are requested. */
export async function trackTotals(
  db: Db,
  list: ListDeclaration,
  request: TrackFilters,
  visibility: Visibility,
): Promise<{ totalAmount: string; notRated: number }> {
  const isPay = list === payTrackList
  const single = request.policyNumber !== undefined
  const amount = single ? (isPay ? 'k.pay_total' : 'k.total') : isPay ? 't.pay' : 't.amount'
  const unrated = single ? 'sum(cardinality(k.unrated_months))' : 'sum(t.unrated)'
  const sums = await sumList(
    db,
    single ? list : { ...(isPay ? payStatementList : agentStatementList), always: 'true' },
    {
      totalAmount: `coalesce(sum(${amount}), 0)::numeric(18, 2)::text`,
      notRated: isPay ? `coalesce(${unrated}, 0)::text` : `'0'`,
    },
    request satisfies ListRequest,
    visibility,
  )
  return { totalAmount: sums.totalAmount, notRated: Number(sums.notRated) }
}
