import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Reads a runner's report: the number of passed tests, and names and reasons of failed and flaky ones (passed on the retry
 * only). A runner that crashes, reports nothing, or fails without a failed test counts as one failure.
 */
function readReport(stage, file, code, read) {
  let results
  try {
    results = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: [{ name: `${stage} tests`, why: 'The runner wrote no report.' }], flaky: [] }
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
    }
  })
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      name: `e2e/${file} › ${title}`,
      why: results.find(({ error }) => error)?.error.message ?? '',
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
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
