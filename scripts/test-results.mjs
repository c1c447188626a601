import { readFileSync } from 'node:fs'

/**
 * Counts of a runner's JSON report. A runner that crashed, reported nothing, or failed without a failed test counts as
 * one failure, so a broken stage is never silent.
 */
function counted(file, code, read) {
  let counts
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return silent ? { ...counts, failed: 1 } : counts
}

/** Of vitest's `json` reporter. A file that could not be loaded has no failed test of its own and counts as one. */
export function vitestCounts(file, code) {
  return counted(file, code, (report) => {
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
  })
}

/** Of Playwright's `json` reporter. A test that passed at a later try only counts as passed. */
export function playwrightCounts(file, code) {
  return counted(file, code, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))
}
