import type { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Actor, type ExamplesOf, nothing, ofOneAgent } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

export const policyExamples: ExamplesOf<typeof policies> = {
  list: nothing,
  detail: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ id: await policyOf(agency, me) }),
    others: async ({ agency, other }) => ({ id: await policyOf(agency, other) }),
    missing: () => ({ id: nowhere }),
  },
  summaries: nothing,
}

async function policyOf(agency: TestApp, { agentId }: Actor): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { id } = await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: unique('U').slice(0, 14),
      first_name: 'Ida',
      last_name: 'Case',
      status: 'Active',
      agent_id: agentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
