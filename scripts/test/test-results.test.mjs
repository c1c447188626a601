import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bothTries, filesToTryAgain, playwrightResults, summaryOf, vitestResults } from './test-results.mjs'

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

test('journeys are counted however deep they lie, and those that held at the second try are named', () => {
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
      '\n── held at the second try only ──',
      'e2e/a.e2e.ts › late',
      '  not yet',
      '\n── failed ──',
      'e2e/a.e2e.ts › wrong',
      '  no',
    ].join('\n'),
  )
})

test('a runner that reports nothing, or ends badly without a failed test, is a failure', () => {
  const right = { passedOf: { 'a.test.ts': 1, 'b.test.ts': 2 }, failed: [] }
  expect(vitestResults(join(folder, 'missing.json'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf('{'), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 1).failed).toHaveLength(1)
  expect(vitestResults(reportOf({ passedOf: { 'a.test.ts': 0 }, failed: [] }), 0).failed).toHaveLength(1)
  expect(vitestResults(reportOf(right), 0)).toEqual({ ...right, passed: 3, flaky: [] })
  expect(summaryOf([{ passed: 3, failed: [], flaky: [] }])).toBe('')
})

const failure = (name, why = 'no') => ({ file: `${name[0]}.test.ts`, name, why })

test('the files with failures are tried once more, unless that would hide something or they are too many', () => {
  const again = (...failed) => filesToTryAgain({ passed: 5, failed, flaky: [] })
  expect(again()).toEqual([])
  expect(again(failure('a 1'), failure('a 2'), failure('b 1'))).toEqual(['a.test.ts', 'b.test.ts'])
  expect(again(failure('a 1'), failure('b 1', 'Property failed after 3 tests'))).toEqual([])
  expect(again(failure('a 1'), { name: 'unit tests', why: 'They left no report.' })).toEqual([])
  expect(again(...[...'abcdefghij'].map((name) => failure(name)))).toHaveLength(10)
  expect(again(...[...'abcdefghijk'].map((name) => failure(name)))).toEqual([])
})

test('files that were tried again went as they did then, and what failed at first only is told of', () => {
  const failed = [failure('a 1'), failure('a 2'), failure('b', 'It did not open.')]
  const first = { passed: 11, passedOf: { 'a.test.ts': 1, 'b.test.ts': 0, 'c.test.ts': 10 }, failed, flaky: [] }
  const right = { passed: 7, passedOf: { 'a.test.ts': 3, 'b.test.ts': 4 }, failed: [], flaky: [] }
  expect(bothTries(first, right)).toEqual({ passed: 17, failed: [], flaky: failed })
  const stillWrong = { ...right, passed: 6, failed: [failure('a 2', 'still no'), failure('b 2')] }
  expect(bothTries(first, stillWrong)).toEqual({
    ...{ passed: 16, failed: stillWrong.failed },
    flaky: [failure('a 1'), failure('b', 'It did not open.')],
  })
  const silent = { passed: 0, failed: [{ name: 'unit tests', why: 'They left no report.' }], flaky: [] }
  expect(bothTries(first, silent)).toEqual(first)
})
