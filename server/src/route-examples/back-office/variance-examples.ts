import type { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, varianceOf } from '../example-records.ts'
import { policyOf } from './policy-examples.ts'

const each = <More extends object>(more: More) => ({
  answers: common,
  own: async ({ agency, me }: Scene) => ({ id: await varianceOf(agency, me), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})

export const varianceExamples: ExamplesOf<typeof variances> = {
  list: nothing,
  summary: nothing,
  ofPolicy: {
    answers: common,
    own: async ({ agency, me }) => ({ policyId: await policyOf(agency, me) }),
    missing: () => ({ policyId: nowhere }),
  },
  one: each({}),
  statuses: each({}),
  setStatus: {
    ...each({ statusId: 2, comment: 'Called the carrier' }),
    leaves: { action: 'status', entity: 'variance' },
  },
  history: each({}),
}
