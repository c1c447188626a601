import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playwrightResults, slowestOf, summaryOf, vitestResults } from './test-results.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coverdesk-results-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function reportOf(content) {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('browser tests are counted at any depth, and flaky ones are named', () => {
  const spec = (title, status, ...errors) => ({
    file: 'a.e2e.ts',
    title,
    tests: [
      { status, results: errors.map((message) => ({ duration: 400, ...(message ? { error: { message } } : {}) })) },
    ],
  })
  const results = playwrightResults(
    reportOf({
      stats: { expected: 1, flaky: 1, unexpected: 1 },
      suites: [
        { specs: [spec('right', 'expected', '')], suites: [{ specs: [spec('wrong', 'unexpected', 'no', 'no')] }] },
        { specs: [spec('late', 'flaky', 'not yet', '')] },
      ],
      errors: [],
    }),
    1,
  )
  expect(results).toEqual({
    passed: 2,
    failed: [{ name: 'e2e/a.e2e.ts › wrong', why: 'no' }],
    flaky: [{ name: 'e2e/a.e2e.ts › late', why: 'not yet' }],
    files: [{ name: 'e2e/a.e2e.ts', ms: 2000 }],
  })
  expect(summaryOf([results])).toBe(
    [
      '\n── failed ──',
      'e2e/a.e2e.ts › wrong',
      '  no',
      '\n── passed on the retry only ──',
      'e2e/a.e2e.ts › late',
      '  not yet',
    ].join('\n'),
  )
})

test('the five files that took longest are named, the longest first', () => {
  const files = [3, 9, 1, 7, 5, 4].map((seconds) => ({ name: `${seconds}.test.ts`, ms: seconds * 1000 }))
  expect(slowestOf({ files })).toBe('9.test.ts 9 s, 7.test.ts 7 s, 5.test.ts 5 s, 4.test.ts 4 s, 3.test.ts 3 s')
})

test('a runner that reports nothing, or ends with an error without a failed test, is a failure', () => {
  const right = { passed: 3, failed: [], flaky: [], files: [] }
  expect(vitestResults(join(folder, 'missing.json'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf('{'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 1).failed).toHaveLength(1)
  expect(vitestResults(reportOf({ ...right, passed: 0 }), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 0)).toEqual(right)
  expect(summaryOf([{ passed: 3, failed: [], flaky: [] }])).toBe('')
})
