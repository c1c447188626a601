import type { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, ptoOf } from '../example-records.ts'

const eachRequest = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: await ptoOf(agency, me), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await ptoOf(agency, other), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
/** A future Monday. */
const days = { startDate: '2190-03-01', endDate: '2190-03-01' }

export const ptoExamples: ExamplesOf<typeof pto> = {
  list: nothing,
  hours: { answers: done, own: () => days },
  overlaps: { answers: done, own: () => days },
  one: { answers: ofOneAgent, ...eachRequest({}) },
  request: {
    answers: done,
    own: () => ({ ...days, comment: 'A wedding' }),
    leaves: { action: 'create', entity: 'pto' },
  },
  edit: {
    // Only the requester changes a request.
    answers: { ...ofOneAgent, seesAll: 403 },
    ...eachRequest({ ...days, comment: 'A later wedding', version: 1 }),
    leaves: { action: 'update', entity: 'pto' },
  },
  setStatus: {
    answers: ofOneAgent,
    ...eachRequest({ statusId: ptoStatuses.Cancelled, comment: 'No longer needed' }),
    leaves: { action: 'status', entity: 'pto' },
  },
}
