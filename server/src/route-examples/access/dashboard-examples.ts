import type { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { done, type ExamplesOf } from '../example.ts'

const year = { answers: done, own: () => ({ year: 2026 }) }

export const dashboardExamples: ExamplesOf<typeof dashboard> = {
  persistency: year,
  received: year,
  expectedCash: { answers: done, own: () => ({}) },
  atStake: { answers: done, own: () => ({}) },
}
