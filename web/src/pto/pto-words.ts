import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PtoRequest, PtoRow } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHourOfDay, type TimeOff, workday } from '@coverdesk/domain/pto/pto-hours.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** '11/23/2026', or '11/23/2026 1:00 PM' at another than the usual hour. */
function momentInWords(date: string, hour: number, usual: number): string {
  return hour === usual ? showDate(date) : `${showDate(date)} ${showHourOfDay(hour)}`
}

export const startInWords = (time: Pick<TimeOff, 'startDate' | 'startHour'>) =>
  momentInWords(time.startDate, time.startHour, workday.from)
export const endInWords = (time: Pick<TimeOff, 'endDate' | 'endHour'>) =>
  momentInWords(time.endDate, time.endHour, workday.to)

/** '11/23/2026', '11/23/2026 to 11/27/2026 1:00 PM', or a part of one day: '11/23/2026 1:00 PM to 5:00 PM'. */
export function timeInWords(time: TimeOff): string {
  const { startDate, startHour, endDate, endHour } = time
  if (startDate !== endDate) return `${startInWords(time)} to ${endInWords(time)}`
  const isWholeDay = startHour === workday.from && endHour === workday.to
  return isWholeDay
    ? showDate(startDate)
    : `${showDate(startDate)} ${showHourOfDay(startHour)} to ${showHourOfDay(endHour)}`
}

/** Name of a request: 'Ana Vega, 11/23/2026 to 11/27/2026'. */
export function ptoName(row: Pick<PtoRow, 'agent' | keyof TimeOff>): string {
  return `${row.agent}, ${timeInWords(row)}`
}

/** Maximum length of a comment in the table (PTO-07); Details shows all of it. */
export const maxCommentLength = 50

const tones: Readonly<Record<number, Tone>> = {
  [ptoStatuses.Requested]: 'amber',
  [ptoStatuses.Approved]: 'green',
  [ptoStatuses.Denied]: 'red',
}

/** Color of a status; Cancelled is grey. */
export function ptoTone(statusId: number): Tone {
  return tones[statusId] ?? 'grey'
}

/** '12/21/2026 to 12/24/2026 (Approved) and 12/28/2026 (Requested)'. */
export function overlapsInWords(overlaps: PtoRequest['overlaps']): string {
  const words = overlaps.map(({ startDate, endDate, status }) => {
    const [first, last] = [showDate(startDate), showDate(endDate)]
    return `${first === last ? first : `${first} to ${last}`} (${status})`
  })
  return new Intl.ListFormat('en-US').format(words)
}
