import type { StakeAge } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { paths, withQuery } from '../platform/address/paths.ts'

/** Selection of the dashboard. */
export interface Selection {
  agentId: number | undefined
  year: number
}

/** The policies that a figure of sales counts; `month` counts from 0. */
export function salesAddress({ agentId, year }: Selection, { carrier, month }: { carrier?: number; month?: number }) {
  const [from, to] = month === undefined ? [0, 11] : [month, month]
  return withQuery(paths.policies, {
    carrier: carrier ?? null,
    agentId: agentId ?? null,
    effectiveFrom: firstDay(year, from),
    effectiveTo: plusDays(to === 11 ? firstDay(year + 1, 0) : firstDay(year, to + 1), -1),
    cancelled: 'no',
  })
}

/** The statements that a figure of money sums up: of a month (from 0), else of the first `months` of the year. */
export function moneyAddress(
  { agentId, year }: Selection,
  { carrierId, month, months = 12 }: { carrierId?: number; month?: number; months?: number },
) {
  const shown = (at: number) => `${String(at + 1).padStart(2, '0')}/${year}`
  return withQuery(paths.statements, {
    agentId: agentId ?? null,
    carrierId: carrierId ?? null,
    ...(month === undefined ? { monthFrom: shown(0), monthTo: shown(months - 1) } : { month: shown(month) }),
  })
}

/** The variances that a sum of what carriers owe counts. */
export function stakeAddress({ agentId }: Pick<Selection, 'agentId'>, of: { carrierId?: number; age?: StakeAge }) {
  return withQuery(paths.variances, {
    owed: 'yes',
    agentId: agentId ?? null,
    carrierId: of.carrierId ?? null,
    monthFrom: of.age?.monthFrom ?? null,
    monthTo: of.age?.monthTo ?? null,
  })
}

/** The variances that later files settled. */
export function recoveredAddress({ agentId }: Pick<Selection, 'agentId'>) {
  return withQuery(paths.variances, { state: 'closed', agentId: agentId ?? null })
}

/** What statements should bring by policy, of a carrier or of all; `from` and `to` are days of the first and last statement's months. */
export function cashAddress(
  { agentId }: Pick<Selection, 'agentId'>,
  { carrierId, from, to }: { carrierId?: number | undefined; from?: string | undefined; to?: string | undefined },
) {
  const shown = (day: string | undefined) => (day ? showMonth(day) : null)
  return withQuery(paths.expectedCash, {
    carrierId: carrierId ?? null,
    agentId: agentId ?? null,
    statementFrom: shown(from),
    statementTo: shown(to),
  })
}

/** The schedules of a carrier, or of all. */
export function schedulesAddress(carrierId?: number) {
  return withQuery(paths.schedules, { carrierId: carrierId ?? null })
}

function firstDay(year: number, month: number): string {
  return `${year}-${String(month + 1).padStart(2, '0')}-01`
}
