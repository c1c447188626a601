import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { signClientConsent } from '../../testing/sign-client-consent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type ExamplesOf, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

/** An application of an agent of record whose client consents. */
async function consented(agency: TestApp, { agentId }: { agentId: number | null }): Promise<string> {
  const appId = unique('consent').slice(0, 50)
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      user_first_name: 'Ida',
      user_last_name: 'Case',
      user_email: `${appId}@mail.test`,
      agent_id: agentId,
    })
    .execute()
  await signClientConsent(agency.db, appId)
  return appId
}

const each = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ appId: await consented(agency, me), ...more }),
  missing: () => ({ appId: String(nowhere), ...more }),
})
const of = <More extends object>(more: More) => ({
  ...each(more),
  others: async ({ agency, other }: Scene) => ({ appId: await consented(agency, other), ...more }),
})
const changes = { ...ofOneAgent, changesWith: 'admin.Application' }
const leaves = { action: 'update', entity: 'marketplace-application' }

export const clientConsentExamples: ExamplesOf<typeof clientConsents> = {
  one: { answers: ofOneAgent, ...of({}) },
  request: { answers: changes, ...of({ channel: 'email' as const, language: 'en' as const }), leaves },
  revoke: { answers: changes, ...of({ note: 'By telephone' }), leaves },
}
