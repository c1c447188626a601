import { defineConfig } from 'vitest/config'

/** The tests of the rules alone. */
export default defineConfig({
  test: { name: 'domain', root: 'domain', isolate: false, include: ['src/**/*.test.ts'] },
})
