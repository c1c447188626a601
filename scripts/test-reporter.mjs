import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './set-up.mjs'

/**
 * A reporter of vitest: writes to the file TEST_REPORT how many tests passed, and by name those that failed or held at
 * the second try only, as test-results.mjs reads them.
 */
export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: [], flaky: [] }
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      for (const error of module.errors()) report.failed.push(told(file, '', [error]))
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) report.failed.push(told(file, suite.fullName, [error]))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed++
        if (state === 'failed') report.failed.push(told(file, test.fullName, errors))
        if (test.diagnostic()?.flaky) report.flaky.push(told(file, test.fullName, errors))
      }
    }
    for (const error of unhandled) report.failed.push(told('outside of a test', '', [error]))
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

function told(file, name, errors = []) {
  return { name: name ? `${file} › ${name}` : file, why: errors[0]?.message ?? '' }
}
