import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../start/set-up.mjs'

/** Vitest reporter: writes the number of passed tests by file and all failures to the file TEST_REPORT, for test-results.mjs. */
export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const report = { passedOf: {}, failed: [] }
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      report.passedOf[file] = 0
      for (const error of module.errors()) report.failed.push(failureOf(file, '', [error]))
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) report.failed.push(failureOf(file, suite.fullName, [error]))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passedOf[file]++
        if (state === 'failed') report.failed.push(failureOf(file, test.fullName, errors))
      }
    }
    for (const error of unhandled) {
      const testPath = error.VITEST_TEST_PATH
      report.failed.push(failureOf(testPath ? relative(root, testPath) : undefined, 'outside of a test', [error]))
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

function failureOf(file, name, errors = []) {
  return { file, name: [file, name].filter(Boolean).join(' › '), why: errors[0]?.message ?? '' }
}
