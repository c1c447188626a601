import type { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { customerOf, nowhere } from '../example-records.ts'

const eachCustomer = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: await customerOf(agency, me.agentId), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await customerOf(agency, other.agentId), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
const customerFields = { firstName: 'Ida', lastName: 'Case', email: 'ida.case@example.com', sex: 'F' as const }
const customerUpdate = { action: 'update', entity: 'customer' }

export const customerExamples: ExamplesOf<typeof customers> = {
  list: nothing,
  view: nothing,
  agents: nothing,
  one: { answers: ofOneAgent, ...eachCustomer({}) },
  create: { answers: done, own: () => customerFields, leaves: { action: 'create', entity: 'customer' } },
  update: {
    answers: ofOneAgent,
    ...eachCustomer({ ...customerFields, version: 1 }),
    leaves: customerUpdate,
  },
  saveWays: {
    answers: ofOneAgent,
    ...eachCustomer({
      version: 1,
      emails: [{ email: 'ida.case@example.com', purposes: [] }],
      phones: [],
      addresses: [],
    }),
    leaves: customerUpdate,
  },
  statuses: { answers: ofOneAgent, ...eachCustomer({}) },
  setStatus: {
    answers: ofOneAgent,
    ...eachCustomer({ statusId: 2, comment: 'Called' }),
    leaves: { action: 'status', entity: 'customer' },
  },
  history: { answers: ofOneAgent, ...eachCustomer({}) },
  everything: { answers: ofOneAgent, ...eachCustomer({}) },
}
