import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesToRetry, mergeRetry, playwrightResults, summaryOf, vitestResults } from './test-results.mjs'

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
    tests: [{ status, results: errors.map((message) => (message ? { error: { message } } : {})) }],
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
  })
  expect(summaryOf([results])).toBe(
    [
      '\n── flaky: passed on the second try only ──',
      'e2e/a.e2e.ts › late',
      '  not yet',
      '\n── failed ──',
      'e2e/a.e2e.ts › wrong',
      '  no',
    ].join('\n'),
  )
})

test('a runner that reports nothing, or ends with an error without a failed test, is a failure', () => {
  const right = { passedOf: { 'a.test.ts': 1, 'b.test.ts': 2 }, failed: [] }
  expect(vitestResults(join(folder, 'missing.json'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf('{'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 1).failed).toHaveLength(1)
  expect(vitestResults(reportOf({ passedOf: { 'a.test.ts': 0 }, failed: [] }), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 0)).toEqual({ ...right, passed: 3, flaky: [] })
  expect(summaryOf([{ passed: 3, failed: [], flaky: [] }])).toBe('')
})

const failure = (name, why = 'no') => ({ file: `${name[0]}.test.ts`, name, why })

test('files with failures run a second time, unless that would hide a failure or there are too many', () => {
  const retried = (...failed) => filesToRetry({ passed: 5, failed, flaky: [] })
  expect(retried()).toEqual([])
  expect(retried(failure('a 1'), failure('a 2'), failure('b 1'))).toEqual(['a.test.ts', 'b.test.ts'])
  expect(retried(failure('a 1'), failure('b 1', 'Property failed after 3 tests'))).toEqual([])
  expect(retried(failure('a 1'), { name: 'unit tests', why: 'The runner wrote no report.' })).toEqual([])
  expect(retried(...[...'abcdefghij'].map((name) => failure(name)))).toHaveLength(10)
  expect(retried(...[...'abcdefghijk'].map((name) => failure(name)))).toEqual([])
})

test('the second run of a file counts, and tests that failed only the first time are reported as flaky', () => {
  const failed = [failure('a 1'), failure('a 2'), failure('b', 'It did not open.')]
  const first = { passed: 11, passedOf: { 'a.test.ts': 1, 'b.test.ts': 0, 'c.test.ts': 10 }, failed, flaky: [] }
  const right = { passed: 7, passedOf: { 'a.test.ts': 3, 'b.test.ts': 4 }, failed: [], flaky: [] }
  expect(mergeRetry(first, right)).toEqual({ passed: 17, failed: [], flaky: failed })
  const stillWrong = { ...right, passed: 6, failed: [failure('a 2', 'still no'), failure('b 2')] }
  expect(mergeRetry(first, stillWrong)).toEqual({
    passed: 16,
    failed: stillWrong.failed,
    flaky: [failure('a 1'), failure('b', 'It did not open.')],
  })
  const silent = { passed: 0, failed: [{ name: 'unit tests', why: 'The runner wrote no report.' }], flaky: [] }
  expect(mergeRetry(first, silent)).toEqual(first)
})
