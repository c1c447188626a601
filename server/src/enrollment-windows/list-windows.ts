import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import {
  type EnrollmentWindow,
  exchangeOf,
  federalPlatform,
} from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import {
  confidenceWords,
  type EnrollmentWindowRow,
  type enrollmentWindows,
  type WindowChange,
} from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { shippedWindows } from '@coverdesk/domain/enrollment-windows/shipped-windows.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { stateNames } from '@coverdesk/domain/fields/us-state.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { Handler } from '../platform/http/http-call.ts'

type Stored = EnrollmentWindow & { reason: string; at: string; by: string }

/** The federal platform and the state-based exchanges of a plan year by name, each with its window. */
export const listWindows: Handler<typeof enrollmentWindows.list> = async ({ db }, { planYear }) => {
  const changes = await changesOf(db, planYear)
  return exchangesOf(planYear).map(({ exchange, name }): EnrollmentWindowRow => {
    const isOf = (window: EnrollmentWindow) => window.exchange === exchange && window.planYear === planYear
    const shipped = shippedWindows.find(isOf)
    const own = changes.filter(isOf)
    return { exchange, name, window: own.at(-1) ?? shipped ?? null, history: historyOf(shipped, own) }
  })
}

/** Exchanges that sell plans of a year, by name. */
export function exchangesOf(planYear: number): { exchange: string; name: string }[] {
  const states = [...new Set(stateExchanges.map(({ state }) => state))]
  const own = states.flatMap((state) => {
    const name = rowFor(stateExchanges, state, planYear)?.name
    return exchangeOf(state, planYear) === state && name
      ? [{ exchange: state, name: `${stateNames[state] ?? state}: ${name}` }]
      : []
  })
  return [
    { exchange: federalPlatform, name: 'HealthCare.gov, the federal platform' },
    ...own.toSorted((a, b) => a.name.localeCompare(b.name)),
  ]
}

async function changesOf(db: Db, planYear: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select w.exchange, w.plan_year as "planYear", w.opens, w.closes, w.last_for_january as "lastForJanuary", w.source,
      w.confidence, w.reason, ${sql.raw(instantOf('w.created_at'))} as at, u.user_name as "by"
    from enrollment_windows w join users u on u.id = w.created_by
    where w.plan_year = ${planYear} order by w.id`.execute(db)
  return rows
}

const labels = {
  opens: 'First day',
  closes: 'Last day',
  lastForJanuary: 'Last day for January 1',
  source: 'Source',
  confidence: 'How sure',
} as const

/** What each change changed, beginning with what was shipped. */
function historyOf(shipped: EnrollmentWindow | undefined, changes: readonly Stored[]): WindowChange[] {
  return changes.map((change, place) => {
    const before = changes[place - 1] ?? shipped
    const { at, by, reason } = change
    return { at, by, reason, changes: fieldChanges(labels, before ? wordsOf(before) : {}, wordsOf(change)) }
  })
}

const wordsOf = ({ opens, closes, lastForJanuary, source, confidence }: EnrollmentWindow) => ({
  opens: showDate(opens),
  closes: closes === null ? 'Not known' : showDate(closes),
  lastForJanuary: lastForJanuary === null ? 'Not known' : showDate(lastForJanuary),
  source,
  confidence: confidenceWords[confidence],
})
