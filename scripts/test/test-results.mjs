import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Reads a runner's report: how many tests passed, and by name and reason those that failed and those that held at the
 * second try only. A runner that crashed, reported nothing, or failed without a failed test counts as one failure, so a
 * broken stage is never silent.
 */
function reported(stage, file, code, read) {
  let results
  try {
    results = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: [{ name: `${stage} tests`, why: 'They left no report.' }], flaky: [] }
  }
  const silent = results.failed.length === 0 && (code !== 0 || results.passed === 0)
  if (silent) results.failed.push({ name: `${stage} tests`, why: `They ended with ${code}.` })
  return results
}

/** Of one run of vitest, by test-reporter.mjs; `passedOf` has how many passed by file. */
export function vitestResults(file, code) {
  return reported('unit', file, code, ({ passedOf, failed }) => ({
    ...{ passed: Object.values(passedOf).reduce((sum, count) => sum + count, 0), passedOf },
    ...{ failed, flaky: [] },
  }))
}

/** More than an accident, which a second try would only make longer. */
const mostFiles = 10

/**
 * The files in which something failed that may hold at a second try; none where something failed that may not: what
 * a property drew, which another draw would hide, and what no file is known for.
 */
export function filesToTryAgain({ failed }) {
  if (failed.some(({ file, why }) => !file || why.startsWith('Property failed'))) return []
  const files = [...new Set(failed.map(({ file }) => file))]
  return files.length > mostFiles ? [] : files
}

/** What a run and the second try of its files with failures come to: those files went as they did then, and what failed at first is told of. */
export function bothTries(first, second) {
  if (second.passed === 0) return first
  const passedBefore = Object.keys(second.passedOf).reduce((sum, file) => sum + (first.passedOf[file] ?? 0), 0)
  const flaky = first.failed.filter(({ name }) => !second.failed.some((failure) => failure.name === name))
  return { passed: first.passed - passedBefore + second.passed, failed: second.failed, flaky }
}

/** Of Playwright's `json` reporter. A test that held at a later try only counts as passed. */
export function playwrightResults(file, code) {
  return reported('browser', file, code, ({ stats, suites, errors }) => {
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

/** What failed, and what held at the second try only, a few lines each: the end of a long log tells all of it. */
export function summaryOf(results) {
  const lines = (heading, tests) =>
    tests.length === 0 ? [] : [`\n── ${heading} ──`, ...tests.flatMap(({ name, why }) => [name, indented(why)])]
  const all = (key) => results.flatMap((result) => result[key])
  return [...lines('held at the second try only', all('flaky')), ...lines('failed', all('failed'))].join('\n')
}

const mostLines = 12

function indented(why) {
  const lines = stripVTControlCharacters(why).trimEnd().split('\n')
  const cut = lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines
  return cut.map((line) => `  ${line.slice(0, 300)}`).join('\n')
}
