import type { enrollmentWindows } from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { done, type ExamplesOf, nothing } from '../example.ts'

export const enrollmentWindowExamples: ExamplesOf<typeof enrollmentWindows> = {
  list: { ...nothing, own: () => ({ planYear: 2027 }) },
  change: {
    answers: done,
    own: () => ({
      exchange: 'NY',
      planYear: 2027,
      opens: '2026-11-01',
      closes: '2027-01-31',
      lastForJanuary: '2026-12-15',
      source: 'Letter of the exchange',
      confidence: 'verified',
      reason: 'The exchange wrote so',
    }),
    leaves: { action: 'update', entity: 'enrollment-window' },
  },
}
