import { defineConfig } from 'vitest/config'

/** Only the tests of the domain. */
export default defineConfig({
  test: { name: 'domain', root: 'domain', isolate: false, include: ['src/**/*.test.ts'] },
})
