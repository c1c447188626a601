import { nearYears, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Choice } from '../ui/choices/choice.ts'

/** Years of a filter, from 2 ahead to 10 back, newest first. */
export function statementYears(): Choice[] {
  return nearYears(Number(todayIn(new Date()).slice(0, 4)))
    .map((year) => ({ value: String(year), label: String(year) }))
    .toReversed()
}
