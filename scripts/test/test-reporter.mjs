import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../start/set-up.mjs'

/** Vitest reporter: writes the number of passed tests, all failures, all retries and the duration of each file to TEST_REPORT, for test-results.mjs. */
export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: [], flaky: [], files: [] }
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      report.files.push({ name: file, ms: module.diagnostic().duration })
      for (const error of module.errors()) report.failed.push(describeTest(file, '', [error]))
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) report.failed.push(describeTest(file, suite.fullName, [error]))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed++
        if (state === 'failed') report.failed.push(describeTest(file, test.fullName + failedRuns(test), errors))
        else if (test.diagnostic()?.flaky) report.flaky.push(describeTest(file, test.fullName, errors))
      }
    }
    for (const error of unhandled) {
      const testPath = error.VITEST_TEST_PATH
      report.failed.push(describeTest(testPath ? relative(root, testPath) : '', 'outside of a test', [error]))
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

function describeTest(file, name, errors = []) {
  return { name: [file, name].filter(Boolean).join(' › '), why: errors[0]?.message ?? '' }
}

/** How many runs of a repeated test failed (repeat-test.mjs). */
function failedRuns(test) {
  if (!test.options.repeats) return ''
  const runs = test.attempts()
  return ` (${runs.filter(({ state }) => state !== 'passed').length} of ${runs.length} runs)`
}
