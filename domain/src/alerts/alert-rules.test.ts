import { expect, test } from 'vitest'
import { alertLimits, alertsFor, type RecentActivity } from './alert-rules.ts'

const quiet: RecentActivity = { exports: 0, exportedRecords: 0, reveals: 0, refusals: 0 }

test.each([
  ['exports', { exports: alertLimits.exports }, 'exports'],
  ['exported records', { exports: 1, exportedRecords: alertLimits.exportedRecords }, 'exports'],
  ['reveals', { reveals: alertLimits.reveals }, 'reveals'],
  ['refusals', { refusals: alertLimits.refusals }, 'refusals'],
] as const)('an hour at the limit of %s raises an alert, one below it does not', (_name, activity, kind) => {
  expect(alertsFor({ ...quiet, ...activity })).toEqual([kind])
  const below = Object.fromEntries(Object.entries(activity).map(([name, count]) => [name, count - 1]))
  expect(alertsFor({ ...quiet, ...below })).toEqual([])
})

test('one hour raises an alert of each kind at most once', () => {
  expect(alertsFor({ exports: 500, exportedRecords: 1_000_000, reveals: 20, refusals: 9_000 })).toEqual([
    'exports',
    'reveals',
    'refusals',
  ])
})
