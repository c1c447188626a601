import type { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { sampleUpdate } from '@coverdesk/domain/healthsherpa/sample-update.ts'
import { sql } from 'kysely'
import { type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'
import { nowhereId } from './application-examples.ts'
import { signedEdeOf } from './ede-examples.ts'
import { marketplaceApplicationOf } from './marketplace-examples.ts'

/** An update about an application of the user's agent. */
async function updateOf({ agency, me }: Scene): Promise<{ id: number; appId: string }> {
  const appId = await marketplaceApplicationOf(agency, me)
  const { rows } = await sql<{ id: number }>`
    insert into healthsherpa_updates (transaction_id, event_type, status, application_id, client_name, policies)
    values (${unique('update')}, 'sync', 'effectuated', ${appId}, 'Ida Case', '[]') returning id`.execute(agency.db)
  return { id: rows[0]?.id ?? nowhere, appId }
}

export const healthSherpaExamples: ExamplesOf<typeof healthSherpa> = {
  receive: {
    answers: { own: 204 },
    own: () => ({ ...sampleUpdate, transaction_id: unique('update') }),
    signs: ({ services: { config } }) => ({ authorization: `Bearer ${config.healthSherpaSecret}` }),
    leaves: { action: 'create', entity: 'healthsherpa update' },
  },
  list: nothing,
  setUp: nothing,
  start: {
    // Read access to others' applications does not include enrolling them (A-039).
    answers: { ...ofOneAgent, changesWith: 'admin.Application' },
    own: async ({ agency, me }) => ({ id: await signedEdeOf(agency, me) }),
    others: async ({ agency, other }) => ({ id: await signedEdeOf(agency, other) }),
    missing: () => ({ id: nowhereId }),
    leaves: { action: 'create', entity: 'healthsherpa session' },
  },
  connect: {
    answers: { own: 200, missing: 404 },
    own: updateOf,
    missing: () => ({ id: nowhere, appId: String(nowhere) }),
    leaves: { action: 'update', entity: 'healthsherpa update' },
  },
}
