import type { ImportRun, ImportStage } from '@coverdesk/domain/uploads/upload-contract.ts'
import { describe, expect, test } from 'vitest'
import { percentOf, rowsASecond, secondsLeft, secondsOf, showLeft, stepState } from './load-progress.ts'

function runAt(stage: ImportStage, more: Partial<ImportRun> = {}): ImportRun {
  return {
    id: '00000000-0000-4000-8000-000000000000',
    kind: 'policies',
    dryRun: false,
    state: 'running',
    stage,
    carrierId: 1,
    carrierName: 'Ambetter',
    month: 11,
    year: 2026,
    fileName: 'book.csv',
    bytes: 0,
    bytesExpected: 1000,
    rowsRead: 0,
    rowsWritten: 0,
    counts: null,
    headings: [],
    ignoredColumns: [],
    problems: [],
    agentChanges: [],
    planFiles: [],
    loadedBefore: null,
    start: null,
    readAs: { sheet: null, hiddenRows: 0, dateOrder: null, decimalComma: false, signMarks: false },
    notes: [],
    unknownValues: [],
    leftOut: [],
    book: null,
    commissions: null,
    stageSeconds: {},
    startedAt: '2026-11-21T10:00:00.000Z',
    finishedAt: null,
    by: 'Ana Beltrán',
    message: null,
    batchId: null,
    ...more,
  }
}

const counts = { rows: 110, new: 10, changed: 30, unchanged: 60, missing: 5, refused: 10 }

describe('the progress of a load', () => {
  test('begins with the bytes sent and never goes back from stage to stage', () => {
    const steps = [
      percentOf(undefined, { sent: 0, size: 1000 }),
      percentOf(undefined, { sent: 500, size: 1000 }),
      percentOf(runAt('receiving', { bytes: 700 }), { sent: 900, size: 1000 }),
      percentOf(runAt('checking'), { sent: 1000, size: 1000 }),
      percentOf(runAt('comparing'), null),
      percentOf(runAt('writing', { counts }), null),
      percentOf(runAt('writing', { counts, rowsWritten: 50 }), null),
      percentOf(runAt('writing', { counts, rowsWritten: 100 }), null),
      percentOf(runAt('recording'), null),
      percentOf(runAt('finishing'), null),
    ]
    expect(steps[0]).toBe(0)
    expect(steps.toSorted((a, b) => a - b)).toEqual(steps)
  })

  test('of a dry run ends with the comparison', () => {
    expect(percentOf(runAt('comparing', { dryRun: true }), null)).toBeGreaterThan(percentOf(runAt('comparing'), null))
    expect(percentOf(runAt('comparing', { dryRun: true }), null)).toBeLessThan(100)
  })

  test('is 100 only at the end', () => {
    expect(percentOf(runAt('writing', { counts, rowsWritten: 900 }), null)).toBeLessThan(100)
    expect(percentOf(runAt('finishing', { state: 'loaded' }), null)).toBe(100)
  })

  test('knows each step as done, running, waiting or stopped', () => {
    expect(stepState('receiving', undefined)).toBe('running')
    const writing = runAt('writing')
    expect(stepState('comparing', writing)).toBe('done')
    expect(stepState('writing', writing)).toBe('running')
    expect(stepState('finishing', writing)).toBe('waiting')
    expect(stepState('writing', { ...writing, state: 'stopped' })).toBe('stopped')
    expect(stepState('finishing', { ...writing, state: 'loaded' })).toBe('done')
    expect(stepState('receiving', undefined, true)).toBe('stopped')
  })

  test('shows the remaining time only when the pace is known', () => {
    expect(secondsLeft(50, 1)).toBeNull()
    expect(secondsLeft(3, 60)).toBeNull()
    expect(secondsLeft(62, 10.8)).toBe(7)
    expect(secondsLeft(100, 10)).toBeNull()
  })

  test('counts time to the end of the run and rows a second', () => {
    const run = runAt('writing')
    expect(secondsOf(run, Date.parse('2026-11-21T10:00:10.800Z'))).toBeCloseTo(10.8)
    expect(secondsOf({ ...run, finishedAt: '2026-11-21T10:00:03.000Z' }, Date.now())).toBe(3)
    expect(rowsASecond(12_480, 6.1)).toBe(2046)
    expect(rowsASecond(0, 6)).toBeNull()
  })

  test('shows times as people say them', () => {
    expect([4, 170].map(showLeft)).toEqual(['About 4 s left', 'About 3 min left'])
  })
})
