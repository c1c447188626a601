import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Reads a runner's report: the number of passed tests, names and reasons of failed and flaky ones (passed on the retry
 * only), and the duration of each file. A runner that crashes, reports nothing, or fails without a failed test counts as one failure.
 */
function readReport(stage, file, code, read) {
  let results
  try {
    results = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: [{ name: `${stage} tests`, why: 'The runner wrote no report.' }], flaky: [], files: [] }
  }
  const silent = results.failed.length === 0 && (code !== 0 || results.passed === 0)
  if (silent) results.failed.push({ name: `${stage} tests`, why: `The runner ended with ${code}.` })
  return results
}

/** Results of one Vitest run, from test-reporter.mjs. */
export function vitestResults(file, code) {
  return readReport('unit', file, code, (report) => report)
}

/** Results of Playwright's `json` reporter. A test that passes on a retry counts as passed. */
export function playwrightResults(file, code) {
  return readReport('browser', file, code, ({ stats, suites, errors }) => {
    const tests = suites.flatMap(testsOf)
    const named = (status) => tests.filter((test) => test.status === status).map(({ name, why }) => ({ name, why }))
    const outside = errors.map(({ message }) => ({ name: 'outside of a test', why: message ?? '' }))
    return {
      passed: stats.expected + stats.flaky,
      failed: [...named('unexpected'), ...outside],
      flaky: named('flaky'),
      files: durations(tests),
    }
  })
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      file: `e2e/${file}`,
      name: `e2e/${file} › ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      why: results.find(({ error }) => error)?.error.message ?? '',
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function durations(tests) {
  const files = new Map()
  for (const { file, ms } of tests) files.set(file, (files.get(file) ?? 0) + ms)
  return [...files].map(([name, ms]) => ({ name, ms }))
}

/** The five files that took longest, in one line; files run in parallel. */
export function slowestOf({ files }) {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  return slowest.map(({ name, ms }) => `${name} ${Math.round(ms / 1000)} s`).join(', ')
}

/** Summary of failed and flaky tests, a few lines each, for the end of a long log. */
export function summaryOf(results) {
  const lines = (heading, tests) =>
    tests.length === 0 ? [] : [`\n── ${heading} ──`, ...tests.flatMap(({ name, why }) => [name, indented(why)])]
  const all = (key) => results.flatMap((result) => result[key])
  return [...lines('failed', all('failed')), ...lines('passed on the retry only', all('flaky'))].join('\n')
}

const maxLines = 12

function indented(why) {
  const lines = stripVTControlCharacters(why).trimEnd().split('\n')
  const cut = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines
  return cut.map((line) => `  ${line.slice(0, 300)}`).join('\n')
}
