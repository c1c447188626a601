import { type EdeAnswers, isCoverageOver, specialOf, wantedYear } from '@coverdesk/domain/ede/ede-answers.ts'
import type { EdeRow } from '@coverdesk/domain/ede/ede-contract.ts'
import { shownSpecial, specialProblem } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { offeredYear, windowOf } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import type { ShownSpecial, ShownWindow } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { fail, failWith } from '@coverdesk/domain/fail.ts'
import { knownWindows, yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Db } from '../platform/db/database.ts'

type Dated = Pick<EdeRow, 'state' | 'planYear' | 'isChange'> & { countyState: string | null; answers: EdeAnswers }

/** State of answers without a county yet: that of the ZIP code; null if it names none. */
export async function stateOfAnswers(db: Db, { about: { zipCode, countyFips } }: EdeAnswers): Promise<string | null> {
  if (zipCode === '') return null
  const counties = await countiesOf(db, zipCode)
  return (counties.find(({ fips }) => fips === countyFips) ?? counties[0])?.state ?? null
}

/** Whether a draft is for a year that its exchange no longer offers, and that no special enrollment was chosen for. */
export async function hasYearEnded(
  db: Db,
  { state, planYear, isChange, countyState, answers }: Dated,
  today: string,
): Promise<boolean> {
  if (isChange) return isCoverageOver(planYear, today)
  return state === 'draft' && planYear < wantedYear(answers, await yearOfferedIn(db, countyState, today), today)
}

/** Fails for a draft whose year is no longer offered, or whose life event gives no coverage of its year. */
export async function refuseEndedYear(db: Db, application: Dated, today: string): Promise<void> {
  const special = application.state === 'draft' ? specialOf(application.answers.about, today) : null
  const problem = special && specialProblem(special, application.planYear, today)
  if (problem) failWith('ede.special_enrollment', { problem }, { message: specialWords.en.problems[problem] })
  if (!(await hasYearEnded(db, application, today))) return
  if (application.isChange) fail('ede.coverage_over')
  const next = await yearOfferedIn(db, application.countyState, today)
  const { planYear } = application
  const message = `Applications here are for ${next} now. Open this one again: it is then for ${next}, and the client reviews it again. For coverage in ${planYear} after a life event, choose special enrollment there.`
  failWith('ede.year_ended', { year: next, planYear }, { message })
}

/** The year that the application's exchange offers, and the enrollment for the year of the application. */
export async function yearAndWindow(
  db: Db,
  { planYear, countyState, answers }: Omit<Dated, 'state' | 'isChange'>,
  today: string,
): Promise<{ offeredYear: number; exchange: string | null; window: ShownWindow; special: ShownSpecial | null }> {
  const windows = await knownWindows(db)
  const exchange = countyState === null ? undefined : rowFor(stateExchanges, countyState, planYear)
  return {
    offeredYear: offeredYear(windows, countyState, today),
    special: shownSpecial(specialOf(answers.about, today), today),
    exchange: exchange?.name ?? null,
    window: exchange ? windowOf(windows, countyState, planYear) : null,
  }
}
