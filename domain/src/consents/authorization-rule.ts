import { stateExchanges } from '../eligibility/tables/state-exchanges.ts'
import { type Confidence, rowFor } from '../eligibility/tables/year-row.ts'

/** Days on which an exchange asks clients to authorize their agent; `from` null: it does not. Both days are included. */
export interface AskedPeriod {
  from: string | null
  until: string | null
}

/** What is reported and not confirmed: the federal platform asks. No state asks until an administrator sets it (decision 254). */
export const reportedRule: { from: string; source: string; confidence: Confidence } = {
  from: '2026-10-12',
  source: 'EDE change request 109, as a secondary source quotes CMS of August 3, 2026',
  confidence: 'one source',
}

/** Whether plans of a state and year are sold on the federal platform. */
export function usesFederalPlatform(state: string, planYear: number): boolean {
  const exchange = rowFor(stateExchanges, state, planYear)
  return exchange !== undefined && exchange.type !== 'state-based'
}

/** Whether a day (YYYY-MM-DD) is in the period. */
export function isAsked({ from, until }: AskedPeriod, today: string): boolean {
  return from !== null && from <= today && (until === null || today <= until)
}
