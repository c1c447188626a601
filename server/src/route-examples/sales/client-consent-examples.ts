import { randomUUID } from 'node:crypto'
import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { sql } from 'kysely'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
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

/** The same with a signed page. */
async function withFile(agency: TestApp, owner: { agentId: number | null }): Promise<string> {
  const appId = await consented(agency, owner)
  const id = randomUUID()
  const sealed = agency.services.sealer.seal({ table: 'signed_files', row: id, column: 'content_sealed' }, 'JVBERi0=')
  await sql`
    insert into signed_files (id, consent_id, name, mime, bytes, sha256, content_sealed, added_by)
    select ${id}, g.id, 'signed.pdf', 'application/pdf', 5, sha256('%PDF-'), ${sealed}, (select min(id) from users)
    from consents g join marketplace_applications m on m.id = g.marketplace_application_id
    where m.exchange_assigned_id = ${appId}`.execute(agency.db)
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
  openHere: { answers: changes, ...of({ language: 'es' as const }), leaves },
  upload: {
    answers: changes,
    ...of({ signedName: 'Ida Case', signedOn: '2026-01-05' }),
    file: async () => ({ bytes: Buffer.from('%PDF-1.7 signed'), type: 'application/pdf', name: 'signed.pdf' }),
    leaves,
  },
  evidence: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ appIds: await withFile(agency, me) }),
    others: async ({ agency, other }) => ({ appIds: await withFile(agency, other) }),
    missing: () => ({ appIds: String(nowhere) }),
    leaves: { action: 'export', entity: 'marketplace-application' },
  },
  file: {
    answers: ofOneAgent,
    own: async ({ agency, me }) => ({ appId: await withFile(agency, me) }),
    others: async ({ agency, other }) => ({ appId: await withFile(agency, other) }),
    missing: () => ({ appId: String(nowhere) }),
  },
}
