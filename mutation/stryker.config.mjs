/** The command line names the files to mutate (scripts/test/mutate.mjs). */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Copies only the domain and what its tests need.
  ignorePatterns: ['**', '!domain/**', '!mutation/vitest.config.ts', '!package.json', '!tsconfig.base.json'],
  tempDirName: '.stryker-tmp',
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
  allowEmpty: false,
}
