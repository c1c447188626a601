/** What is mutated comes with the command line (scripts/test/mutate.mjs). */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // The rules and what their tests need; everything else stays where it is.
  ignorePatterns: ['**', '!domain/**', '!mutation/vitest.config.ts', '!package.json', '!tsconfig.base.json'],
  tempDirName: '.stryker-tmp',
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
  allowEmpty: false,
}
