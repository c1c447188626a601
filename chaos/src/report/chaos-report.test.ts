import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunResult } from '../run/run-settings.ts'
import type { Operation } from '../users/operation.ts'
import { chaosReport, isWhole, runLine } from './chaos-report.ts'
import { keepRuns, missingRuns, readRuns } from './kept-runs.ts'
import { runSummary } from './run-summary.ts'

const lead = (until: number, outcome: Operation['outcome']): Operation => ({
  at: until - 10,
  until,
  user: 0,
  status: 200,
  attempts: 1,
  refusedOnRepeat: false,
  outcome,
  kind: 'create',
  entity: 'lead',
  marker: `M${until}`,
})

const made: RunResult = {
  settings: { seed: 7, topology: 'standby', seconds: 60, users: 200 },
  log: [lead(1_000, 'acknowledged'), lead(2_000, 'refused'), lead(3_000, 'unknown'), lead(9_000, 'acknowledged')],
  faults: [
    { fault: { at: 1_500, kind: 'promote', isolated: false }, at: 1_600, failure: null, readySeconds: null },
    { fault: { at: 9_500, kind: 'fill disk', ms: 10 }, at: 9_500, failure: 'only root may', readySeconds: null },
  ],
  broken: ['Lost: create lead M1.'],
  settledSeconds: 0.1,
  clockStood: true,
}

const result = runSummary(made, { commit: 'abc1234', load: 0.5 })

test('a part of the whole set says so, and has each run with its faults and broken promises', () => {
  const text = chaosReport([result])
  expect(text).toContain('**This is a part of the whole set**')
  expect(text).toContain('| standby | 7 | 200 | 4 | 2 | 1 | 1 | 1 | 8.0 s | 1 | abc1234 | 0.5 |')
  expect(text).toContain('| **All** |  |  | 4 | 2 | 1 | 1 | 1 | 8.0 s | 1 |')
  expect(text).toContain('Promotions of the standby: 1; without writes for 8.0 s (median), 8.0 s (max).')
  expect(text).toContain('- standby 7: Lost: create lead M1.')
  expect(text).toContain('- Not done in standby 7: 9.5 s fill disk (ms 10): only root may.')
  expect(text).toContain('The clock was **not** stepped')
  expect(runLine(result)).toContain('1 broken promises')
  expect([isWhole(result), isWhole({ ...result, broken: [] })]).toEqual([false, true])
})

test('all seeds on all topologies are the whole set', () => {
  const runs = Array.from({ length: 20 }, (_, index) =>
    (['embedded', 'two-nodes', 'standby'] as const).map((topology) => ({
      ...result,
      broken: [],
      settings: { ...result.settings, seed: index + 1, topology, seconds: 120 },
    })),
  ).flat()
  const text = chaosReport(runs)
  expect(text).toContain('60 runs of 120 s')
  expect(text).toContain('This is the whole set.')
  expect(text).toContain('## Broken promises\n\nNone.\n')
})

test('a set goes on with the runs that an earlier sitting did not make', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'coverdesk-chaos-runs-')), 'runs.ndjson')
  expect(readRuns(file)).toEqual([])
  keepRuns(file, [result])
  expect(readRuns(file)).toEqual([result])
  const next = { ...result.settings, seed: 8 }
  expect(missingRuns([result.settings, next, { ...next, topology: 'embedded' }], readRuns(file))).toEqual([
    next,
    { ...next, topology: 'embedded' },
  ])
})
