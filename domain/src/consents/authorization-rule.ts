import { stateExchanges } from '../eligibility/tables/state-exchanges.ts'
import { type Confidence, rowFor } from '../eligibility/tables/year-row.ts'

/** Days on which an exchange asks clients to authorize their agent; `from` null: it does not. Both days are included. */
export interface AskedPeriod {
  from: string | null
  until: string | null
}

/** What holds in a state until an administrator changes it (decision 254). */
export const authorizationDefault: { from: string; source: string; confidence: Confidence } = {
  from: '2026-10-12',
  source: 'EDE change request 109, as a secondary source quotes CMS of August 3, 2026',
  confidence: 'one source',
}

/** Whether plans of a state and year are sold on the federal platform. */
export function usesFederalPlatform(state: string, planYear: number): boolean {
  const exchange = rowFor(stateExchanges, state, planYear)
  return exchange !== undefined && exchange.type !== 'state-based'
}

/** When the exchange of a state asks for authorizations: as an administrator set it, or by default the federal platform. */
export function askedPeriod(state: string, planYear: number, changed: AskedPeriod | undefined): AskedPeriod {
  if (changed) return changed
  return { from: usesFederalPlatform(state, planYear) ? authorizationDefault.from : null, until: null }
}

/** Whether a day (YYYY-MM-DD) is in the period. */
export function isAsked({ from, until }: AskedPeriod, today: string): boolean {
  return from !== null && from <= today && (until === null || today <= until)
}
