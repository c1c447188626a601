import { expect, test } from 'vitest'
import { stateOfAreaCode } from './state-of-area-code.ts'
import { firstTextingTime } from './texting-hours.ts'

const first = (now: string, states: readonly string[], sent: readonly string[] = []) =>
  firstTextingTime(
    new Date(now),
    states,
    sent.map((time) => new Date(time)),
  ).toISOString()

test.each([
  // November: New York is UTC−5, Chicago UTC−6, Los Angeles UTC−8.
  ['an afternoon', '2026-11-25T18:30:00Z', ['NY'], '2026-11-25T18:30:00.000Z'],
  ['7:59 AM waits until 8', '2026-11-25T12:59:00Z', ['NY'], '2026-11-25T13:00:00.000Z'],
  ['9 PM waits until 8 AM', '2026-11-26T02:00:00Z', ['NY'], '2026-11-26T13:00:00.000Z'],
  ['8 PM is allowed in New York', '2026-11-26T01:00:00Z', ['NY'], '2026-11-26T01:00:00.000Z'],
  ['8 AM is too early in Connecticut', '2026-11-25T13:30:00Z', ['CT'], '2026-11-25T14:00:00.000Z'],
  ['8 PM is too late in Florida', '2026-11-26T01:00:00Z', ['FL'], '2026-11-26T14:00:00.000Z'],
  ['a state in two time zones has the hours of both', '2026-11-25T13:30:00Z', ['FL'], '2026-11-25T14:00:00.000Z'],
  ['the stricter of address and area code', '2026-11-26T01:30:00Z', ['CA', 'MA'], '2026-11-26T16:00:00.000Z'],
  ['a Sunday in Alabama waits until Monday', '2026-11-29T18:00:00Z', ['AL'], '2026-11-30T14:00:00.000Z'],
  ['a Sunday morning in Texas waits until noon', '2026-11-29T16:00:00Z', ['TX'], '2026-11-29T19:00:00.000Z'],
  ['no known place: the hours of both coasts', '2026-11-25T13:00:00Z', [], '2026-11-25T16:00:00.000Z'],
  ['Hawaii', '2026-11-26T07:00:00Z', ['HI'], '2026-11-26T18:00:00.000Z'],
  [
    'states that share no hour: the last one does not count',
    '2026-07-15T03:00:00Z',
    ['RI', 'GU'],
    '2026-07-15T13:00:00.000Z',
  ],
  // The clocks go back on November 1, 2026.
  ['the night of the change', '2026-11-01T03:00:00Z', ['NY'], '2026-11-01T13:00:00.000Z'],
] as const)('%s', (_, now, states, expected) => {
  expect(first(now, states)).toBe(expected)
})

test('a fourth text within 24 hours waits in Florida, and not in New York', () => {
  const sent = ['2026-11-24T20:00:00Z', '2026-11-25T15:00:00Z', '2026-11-25T16:30:00Z', '2026-11-25T16:00:00Z']
  expect(first('2026-11-25T17:00:00Z', ['FL'], sent)).toBe('2026-11-26T15:00:00.000Z')
  expect(first('2026-11-25T17:00:00Z', ['FL'], sent.slice(0, 2))).toBe('2026-11-25T17:00:00.000Z')
  expect(first('2026-11-25T17:00:00Z', ['NY'], sent)).toBe('2026-11-25T17:00:00.000Z')
})

test('an area code names one state', () => {
  expect(['3055550142', '7875550142', '9175550142', '8005550142', '12'].map(stateOfAreaCode)).toEqual([
    'FL',
    'PR',
    'NY',
    null,
    null,
  ])
})

test('for any two states and any hour of a year there is a time within eight days', () => {
  const states = ['AK', 'AL', 'AS', 'FL', 'GU', 'HI', 'KY', 'NV', 'OR', 'PR', 'RI', 'TX', 'WA']
  for (const one of states)
    for (const other of states)
      for (const month of ['01', '04', '07', '11']) {
        const now = new Date(`2026-${month}-07T03:30:00Z`)
        const waits = firstTextingTime(now, [one, other], []).getTime() - now.getTime()
        expect(waits, `${one} ${other} ${month}`).toBeLessThan(8 * 24 * 3_600_000)
      }
})
