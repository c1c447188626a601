import { randomUUID } from 'node:crypto'
import type { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { policyOf } from '../back-office/policy-examples.ts'
import { alike, done, type ExamplesOf, nothing, ofOneAgent, ofOneAgentOrOffline, type Scene } from '../example.ts'
import { leadOf, nowhere, unique } from '../example-records.ts'
import { anyApplication } from './offline-examples.ts'

export const eachLead = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: await leadOf(agency, me), ...more }),
  others: async ({ agency, other }: Scene) => ({ id: await leadOf(agency, other), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
export const leadUpdate = { action: 'update', entity: 'lead' }
const leadRows = (number: string) => Buffer.from(`FFMApplicationID,State\n${number.slice(0, 40)},FL\n`)

const typedLead = {
  firstName: 'Ida',
  middleName: '',
  lastName: 'Case',
  dob: '1980-02-29',
  sex: null,
  phone: '',
  address: '',
  city: '',
  state: 'FL',
  zipCode: '33101',
  plan: '',
}

export const leadExamples: ExamplesOf<typeof leads> = {
  list: nothing,
  one: { answers: ofOneAgent, ...eachLead({}) },
  create: { answers: done, own: () => typedLead, leaves: { action: 'create', entity: 'lead' } },
  edit: {
    answers: ofOneAgent,
    ...eachLead({
      version: 1,
      ...typedLead,
    }),
    leaves: leadUpdate,
  },
  setDisposition: {
    answers: ofOneAgent,
    ...eachLead({ statusId: 3 }),
    leaves: { action: 'status', entity: 'lead' },
  },
  history: { answers: ofOneAgent, ...eachLead({}) },
  upload: {
    ...nothing,
    file: async () => ({ bytes: leadRows(unique('lead')), type: 'text/csv', name: 'leads.csv' }),
    leaves: { action: 'import', entity: 'leads' },
  },
  refusals: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ runId: await leadRun(agency, me.userId) }),
    others: async ({ agency, other }) => ({ runId: await leadRun(agency, other.userId) }),
    missing: () => ({ runId: randomUUID() }),
  },
  undoUpload: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ batchId: await leadBatch(agency, me.userId) }),
    others: async ({ agency, other }) => ({ batchId: await leadBatch(agency, other.userId) }),
    missing: () => ({ batchId: nowhere }),
    leaves: { action: 'undo', entity: 'leads' },
  },
}

export const customerMakingExamples: ExamplesOf<typeof customerMaking> = {
  ofLead: { answers: ofOneAgent, ...eachLead({}), leaves: { action: 'update', entity: 'lead' } },
  ofOffline: {
    answers: ofOneAgentOrOffline,
    ...anyApplication(() => ({})),
    leaves: { action: 'update', entity: 'offline-application' },
  },
  ofPolicy: {
    answers: ofOneAgent,
    own: async ({ agency, me }: Scene) => ({ id: await policyOf(agency, me, { dob: '1981-03-04' }) }),
    others: async ({ agency, other }: Scene) => ({ id: await policyOf(agency, other, { dob: '1981-03-04' }) }),
    missing: () => ({ id: nowhere }),
    leaves: { action: 'update', entity: 'policy' },
  },
  ofPolicies: {
    answers: alike,
    own: async ({ agency, me }: Scene) => ({ ids: [await policyOf(agency, me, { dob: '1981-03-04' })] }),
    missing: () => ({ ids: [nowhere] }),
    leaves: { action: 'update', entity: 'policy' },
  },
}

/** An upload of leads through the API, as if by the user. */
async function leadBatch(agency: Scene['agency'], userId: number): Promise<number> {
  const clerk = await agency.person({ roles: ['agent'], claims: ['admin.Lead'] })
  const file = { text: leadRows(unique('lead')), name: 'leads.csv' }
  const { batchId } = await clerk.call(leads.upload, {}, file)
  await sql`update import_batches set loaded_by = ${userId} where id = ${batchId}`.execute(agency.db)
  return batchId ?? 0
}

/** A refused file of leads, as if by the user. */
async function leadRun(agency: Scene['agency'], userId: number): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into import_runs (id, kind, dry_run, state, stage, file_name, started_by)
    values (${id}, 'leads', true, 'refused', 'receiving', 'leads.csv', ${userId})`.execute(agency.db)
  return id
}
