import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../start/set-up.mjs'

/** A reporter of vitest: writes to the file TEST_REPORT how many tests of each file passed, and by name and file what failed, as test-results.mjs reads them. */
export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const report = { passedOf: {}, failed: [] }
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      report.passedOf[file] = 0
      for (const error of module.errors()) report.failed.push(told(file, '', [error]))
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) report.failed.push(told(file, suite.fullName, [error]))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passedOf[file]++
        if (state === 'failed') report.failed.push(told(file, test.fullName, errors))
      }
    }
    for (const error of unhandled) {
      const during = error.VITEST_TEST_PATH
      report.failed.push(told(during ? relative(root, during) : undefined, 'outside of a test', [error]))
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

function told(file, name, errors = []) {
  return { file, name: [file, name].filter(Boolean).join(' › '), why: errors[0]?.message ?? '' }
}
