import { randomBytes, randomUUID } from 'node:crypto'
import type { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import type { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { common, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

/** A marketplace application of an agent of record, by its exchange assigned id. */
export async function marketplaceApplicationOf(
  agency: TestApp,
  { agentId }: { agentId: number | null },
): Promise<string> {
  const id = unique('exchange').slice(0, 50)
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: id,
      snapshot_at: new Date(),
      user_first_name: 'Ida',
      user_last_name: 'Case',
      agent_id: agentId,
    })
    .execute()
  await signClientConsent(agency.db, id)
  return id
}

/** An application that belongs to the actor as agent of record and as customer. */
async function ownApplication({ agency, me }: Scene): Promise<string> {
  const id = await marketplaceApplicationOf(agency, me)
  await agency.db.updateTable('users').set({ application_id: id }).where('id', '=', me.userId).execute()
  return id
}

const each = <More extends object>(more: More) => ({
  own: async (scene: Scene) => ({ appId: await ownApplication(scene), ...more }),
  missing: () => ({ appId: String(nowhere), ...more }),
})
const others = async ({ agency, other }: Scene) => ({ appId: await marketplaceApplicationOf(agency, other) })
const update = { action: 'update', entity: 'marketplace-application' }
const fileOf = (number: string) => Buffer.from(`exchangeAssignedId,userLastName\n${number.slice(0, 40)},Case\n`)

export const marketplaceExamples: ExamplesOf<typeof marketplace> = {
  list: nothing,
  one: { answers: ofOneAgent, ...each({}), others },
  update: {
    // Changes of others' applications depend on admin.Application: marketplace.test.ts.
    answers: common,
    own: async (scene) => ({ ...changed, appId: await ownApplication(scene), agentId: scene.me.agentId ?? '' }),
    missing: () => ({ ...changed, appId: String(nowhere) }),
    leaves: update,
  },
  refetch: { answers: ofOneAgent, ...each({}), others, leaves: update },
  upload: {
    ...nothing,
    file: async () => ({ bytes: fileOf(unique('exchange')), type: 'text/csv', name: 'applications.csv' }),
    leaves: { action: 'import', entity: 'marketplace' },
  },
  undoUpload: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ batchId: await batchOf(agency, me.userId) }),
    others: async ({ agency, other }) => ({ batchId: await batchOf(agency, other.userId) }),
    missing: () => ({ batchId: nowhere }),
    leaves: { action: 'undo', entity: 'marketplace' },
  },
}

/** An application whose applicant has an email address. */
const withApplicant = (applicationOfScene: (scene: Scene) => Promise<string>) => async (scene: Scene) => {
  const appId = await applicationOfScene(scene)
  await scene.agency.db
    .updateTable('marketplace_applications')
    .set({ user_email: unique('applicant') })
    .where('exchange_assigned_id', '=', appId)
    .execute()
  return { appId }
}

export const linkedCustomerExamples: ExamplesOf<typeof linkedCustomers> = {
  create: {
    answers: ofOneAgent,
    own: withApplicant(({ agency, me }) => marketplaceApplicationOf(agency, me)),
    others: withApplicant(({ agency, other }) => marketplaceApplicationOf(agency, other)),
    missing: () => ({ appId: String(nowhere) }),
    leaves: { action: 'create', entity: 'user' },
  },
}

const changed = {
  version: 1,
  userFirstName: 'Ida',
  userLastName: 'Case',
  userPhone: '',
  userEmail: '',
  userAddress: '',
  userAddressCity: '',
  userAddressCounty: '',
  userAddressStateCode: 'FL',
  userAddressZipCode: '33101',
  planName: '',
  carrierId: '' as const,
  agentId: '' as const,
  agentSaleId: '' as const,
}

/** An upload of applications that can be undone. */
async function batchOf(agency: Scene['agency'], userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_batches (run_id, kind, file_name, file_hash, bytes, rows_read, rows_new, rows_changed, rows_unchanged,
      rows_missing, rows_refused, loaded_by)
    values (${randomUUID()}, 'marketplace', 'applications.csv', ${randomBytes(32)}, 1, 0, 0, 0, 0, 0, 0, ${userId})
    returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
