import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '../fields/day-count.ts'
import { showHours, type TimeOff, workingHours } from './pto-hours.ts'
import { offeredStatuses, ptoStatuses, refusedStatus, timeOffProblems } from './pto-rules.ts'

/** A Monday. */
const monday = '2026-11-23'
const whole = (startDate: string, endDate: string): TimeOff => ({ startDate, startHour: 9, endDate, endHour: 17 })

test('PTO-05 PTO-06 one day is 08:00, a week 40:00, three weeks 120:00, a weekend 00:00', () => {
  const shown = (time: TimeOff) => showHours(workingHours(time))
  expect(shown(whole(monday, monday))).toBe('08:00')
  expect(shown(whole(monday, '2026-11-29'))).toBe('40:00')
  expect(shown(whole(monday, '2026-12-11'))).toBe('120:00')
  expect(shown(whole('2026-11-28', '2026-11-29'))).toBe('00:00')
  expect(shown({ ...whole(monday, monday), startHour: 13 })).toBe('04:00')
  expect(shown({ startDate: '2026-11-27', startHour: 15, endDate: '2026-11-30', endHour: 10 })).toBe('03:00')
})

const moment = fc.record({ days: fc.integer({ min: 0, max: 40 }), hour: fc.integer({ min: 0, max: 23 }) })
const span = fc
  .tuple(fc.constantFrom('2026-11-20', '2027-12-27', '2028-02-25'), moment, moment)
  .map(([from, one, other]): TimeOff => {
    const [start, end] = one.days * 24 + one.hour <= other.days * 24 + other.hour ? [one, other] : [other, one]
    return {
      startDate: plusDays(from, start.days),
      startHour: start.hour,
      endDate: plusDays(from, end.days),
      endHour: end.hour,
    }
  })

/** Counts hour by hour. */
function counted({ startDate, startHour, endDate, endHour }: TimeOff): number {
  let hours = 0
  for (let day = startDate, hour = startHour; day < endDate || hour < endHour; ) {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday >= 1 && weekday <= 5 && hour >= 9 && hour < 17) hours += 1
    hour += 1
    if (hour === 24) [day, hour] = [plusDays(day, 1), 0]
  }
  return hours
}

test('PTO-05 agrees with counting each hour between 9:00 and 17:00, Monday to Friday', () => {
  fc.assert(
    fc.property(span, (time) => {
      expect(workingHours(time)).toBe(counted(time))
    }),
  )
})

test('PTO-05 two consecutive periods need as many hours as one over both', () => {
  fc.assert(
    fc.property(span, moment, (time, { days, hour }) => {
      const until = { endDate: plusDays(time.endDate, days + 1), endHour: hour }
      const after = { startDate: time.endDate, startHour: time.endHour, ...until }
      expect(workingHours(time) + workingHours(after)).toBe(workingHours({ ...time, ...until }))
    }),
  )
})

test('PTO-04 start is today or later; end is not before start, and within a year', () => {
  const said = (time: TimeOff) => timeOffProblems(time, monday).map(({ path, message }) => `${path}: ${message}`)
  expect(said(whole(monday, monday))).toEqual([])
  expect(said(whole('2026-11-22', monday))).toEqual(["startDate: Start date can't be before 11/23/2026"])
  expect(said(whole('2026-11-25', '2026-11-24'))).toEqual(["endDate: End date can't be before the start date"])
  expect(said({ ...whole(monday, monday), startHour: 17 })).toEqual([])
  expect(said({ ...whole(monday, monday), startHour: 18 })).toEqual(["endHour: The end can't be before the start"])
  expect(said(whole(monday, '2027-11-24'))).toEqual([])
  expect(said(whole(monday, '2027-11-25'))).toEqual(['endDate: At most one year at a time'])
})

test('PTO-14 Requested may become any other status, Approved only Cancelled, the others are final', () => {
  const decides = { own: false, decides: true }
  const names = Object.keys(ptoStatuses)
  expect(names).toEqual(['Requested', 'Approved', 'Denied', 'Cancelled'])
  expect(offeredStatuses('Requested', decides)).toEqual(['Approved', 'Denied', 'Cancelled'])
  expect(offeredStatuses('Approved', decides)).toEqual(['Cancelled'])
  expect(offeredStatuses('Denied', decides)).toEqual([])
  expect(offeredStatuses('Cancelled', decides)).toEqual([])
  expect(refusedStatus('Denied', 'Approved', decides)).toMatchObject({ message: 'A denied request stays denied' })
  expect(refusedStatus('Approved', 'Denied', decides)).toMatchObject({
    code: 'pto.status_refused',
    message: 'A request that is approved cannot become denied',
  })
})

test('PTO-14 the requester may only cancel, and other users may do nothing', () => {
  const own = { own: true, decides: false }
  expect(offeredStatuses('Requested', { own: true, decides: true })).toEqual(['Cancelled'])
  expect(refusedStatus('Requested', 'Approved', { own: true, decides: true })).toMatchObject({ code: 'right.missing' })
  expect(offeredStatuses('Requested', own)).toEqual(['Cancelled'])
  expect(offeredStatuses('Approved', own)).toEqual(['Cancelled'])
  expect(refusedStatus('Requested', 'Approved', own)).toMatchObject({ code: 'right.missing' })
  expect(refusedStatus('Requested', 'Cancelled', { own: false, decides: false })).toMatchObject({
    code: 'right.missing',
  })
})
