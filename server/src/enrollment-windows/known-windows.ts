import { type EnrollmentWindow, offeredYear } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { shippedWindows } from '@coverdesk/domain/enrollment-windows/shipped-windows.ts'
import { type Db, prepared } from '../platform/db/database.ts'

/** Windows as they hold now: as an administrator changed them last, or as shipped. */
export async function knownWindows(db: Db): Promise<readonly EnrollmentWindow[]> {
  const changed = await prepared<EnrollmentWindow>(db, { name: 'enrollment-windows', text }, [])
  const isChanged = ({ exchange, planYear }: EnrollmentWindow) =>
    changed.some((window) => window.exchange === exchange && window.planYear === planYear)
  return [...changed, ...shippedWindows.filter((window) => !isChanged(window))]
}

const text = `select distinct on (exchange, plan_year) exchange, plan_year as "planYear", opens, closes,
    last_for_january as "lastForJanuary", source, confidence
  from enrollment_windows order by exchange, plan_year, id desc`

/** Plan year that a state's exchange offers on a day; the federal platform's where the state is not known. */
export async function yearOfferedIn(db: Db, state: string | null, today: string): Promise<number> {
  return offeredYear(await knownWindows(db), state, today)
}
