import { country } from '../sandbox/test-catalogue.ts'
import type { Prepared } from '../testing/test-database.ts'
import { seedDemo } from './seed-demo.ts'

/** Day and number of policies of the demo in tests. */
export const today = '2026-11-21'
export const size = 1500

/** The demo as a fixture for tests. */
export const demo: Prepared = {
  name: 'demo',
  fill: async (ownerUrl) => {
    await country.fill(ownerUrl)
    await seedDemo(ownerUrl, { size, today, say: () => undefined })
  },
}
