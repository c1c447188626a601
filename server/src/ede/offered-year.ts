import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import type { EdeRow } from '@coverdesk/domain/ede/ede-contract.ts'
import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { offeredYear, windowOf } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import type { ShownWindow } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { knownWindows, yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Db } from '../platform/db/database.ts'

type Dated = Pick<EdeRow, 'state' | 'planYear'> & { countyState: string | null }

/** State of answers without a county yet: that of the ZIP code; null if it names none. */
export async function stateOfAnswers(db: Db, { about: { zipCode, countyFips } }: EdeAnswers): Promise<string | null> {
  if (zipCode === '') return null
  const counties = await countiesOf(db, zipCode)
  return (counties.find(({ fips }) => fips === countyFips) ?? counties[0])?.state ?? null
}

/** Whether a draft is for a year that its exchange no longer offers, because the next one is. */
export async function hasYearEnded(db: Db, { state, planYear, countyState }: Dated, today: string): Promise<boolean> {
  return state === 'draft' && planYear < (await yearOfferedIn(db, countyState, today))
}

/** Fails for a draft whose year is no longer offered. */
export async function refuseEndedYear(db: Db, application: Dated, today: string): Promise<void> {
  if (!(await hasYearEnded(db, application, today))) return
  const next = await yearOfferedIn(db, application.countyState, today)
  fail('ede.year_ended', {
    message: `Applications here are for ${next} now. Open this one again: it is then for ${next}, and the client reviews it again. For coverage in ${application.planYear} after a life event, apply at the exchange itself.`,
  })
}

/** The year that the application's exchange offers, and its open enrollment for the year of the application. */
export async function yearAndWindow(
  db: Db,
  { planYear, countyState }: Dated,
  today: string,
): Promise<{ offeredYear: number; exchange: string | null; window: ShownWindow }> {
  const windows = await knownWindows(db)
  const exchange = countyState === null ? undefined : rowFor(stateExchanges, countyState, planYear)
  return {
    offeredYear: offeredYear(windows, countyState, today),
    exchange: exchange?.name ?? null,
    window: exchange ? windowOf(windows, countyState, planYear) : null,
  }
}
