import type { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { common, type ExamplesOf, type Scene } from './example.ts'
import { nowhere, unique } from './example-records.ts'

/** Each a file of its own: the same bytes are refused at all times. */
const load = {
  answers: common,
  own: async ({ agency }: Scene) => ({ carrierId: await agency.carrier(unique('carrier')), month: 3, year: 2026 }),
  missing: () => ({ carrierId: nowhere }),
  file: async () => ({
    bytes: Buffer.from(`PolicyNumber,Amount\n${unique('number').slice(0, 40)},22.05\n`),
    type: 'text/csv',
    name: 'commissions.csv',
  }),
}

export const commissionLoadExamples: ExamplesOf<typeof commissionLoads> = {
  upload: { ...load, leaves: { action: 'import', entity: 'commissions' } },
  check: load,
}
