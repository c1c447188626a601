import type { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import type { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Actor, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const eachPolicy = {
  answers: ofOneAgent,
  own: async ({ agency, me }: Scene) => ({ id: await policyOf(agency, me) }),
  others: async ({ agency, other }: Scene) => ({ id: await policyOf(agency, other) }),
  missing: () => ({ id: nowhere }),
}

export const policyExamples: ExamplesOf<typeof policies> = {
  list: nothing,
  detail: eachPolicy,
  summaries: nothing,
  received: nothing,
}

export const policyPeopleExamples: ExamplesOf<typeof policyPeople> = { people: eachPolicy }

/** A policy of an agent. */
export async function policyOf(agency: TestApp, { agentId }: Actor, more: { dob?: string } = {}): Promise<number> {
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
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
