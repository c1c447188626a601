import type { Track, TrackFilters } from '@coverdesk/domain/commissions/tracking-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { ListDeclaration, ListRequest } from '../platform/lists/list-declaration.ts'
import { equalsNumber, plainStartsWith } from '../platform/lists/list-filters.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { agentStatementList, payStatementList } from './agent-statement-list.ts'

const number = 'plain_text(k.policy_number) collate "C"'

/** Payments per policy and agent in a year, by month. Rows without an agent are visible to users who can see all rows. */
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
    policyNumber: { ...plainStartsWith(number), rangeSort: 'policyNumber' },
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
  } satisfies Record<keyof Track, string>,
}

/** The same with what the agency pays the agents. */
export const payTrackList: ListDeclaration = {
  ...trackList,
  name: 'pay-tracks',
  versioned: 'commission_tracks',
  sorts: { ...trackList.sorts, total: ['k.pay_total'] },
  columns: {
    ...trackList.columns,
    months: 'k.pay_months::text[]',
    notRated: 'k.unrated_months',
    total: 'k.pay_total::text',
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
