import { createHash, randomBytes } from 'node:crypto'
import type { applications } from '@coverdesk/domain/applications/application-contract.ts'
import type { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { consentPlainText, consentText } from '@coverdesk/domain/applications/consent-text.ts'
import { sql } from 'kysely'
import { linkHash } from '../../applications/request-consent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Answers, common, done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'

/** An id without an application. */
export const nowhereId = '00000000-0000-4000-8000-000000000000'

/** An internal application of an agent, or of a user without one, with its number. */
export async function applicationOf(
  agency: TestApp,
  { agentId, userId }: { agentId: number | null; userId: number },
): Promise<{ id: string; number: number }> {
  const { rows } = await sql<{ id: string; number: number }>`
    insert into internal_applications (first_name, last_name, email, phone, created_by_agent_id, created_by)
    values ('Ida', 'Case', 'ida@agency.test', '3055550142', ${agentId}, ${userId}) returning uuid as id, id as number`.execute(
    agency.db,
  )
  return rows[0] ?? { id: nowhereId, number: 0 }
}

const each = <More extends object>(more: More) => ({
  own: async ({ agency, me }: Scene) => ({ id: (await applicationOf(agency, me)).id, ...more }),
  others: async ({ agency, other }: Scene) => ({ id: (await applicationOf(agency, other)).id, ...more }),
  missing: () => ({ id: nowhereId, ...more }),
})
const applicant = { firstName: 'Ida', lastName: 'Case', email: 'ida@agency.test', phone: '3055550142' }
const submitted = (id: string) => ({ ids: [id], statusTypeCode: 'SUB' as const, applicationId: '5300000001' })
/** Read access to others' applications does not include changes (A-039). */
const changed: Answers = { ...ofOneAgent, changesWith: 'admin.Application' }
const update = { action: 'update', entity: 'internal-application' }

export const applicationExamples: ExamplesOf<typeof applications> = {
  list: nothing,
  create: {
    answers: done,
    own: () => applicant,
    leaves: { action: 'create', entity: 'internal-application' },
  },
  one: { answers: ofOneAgent, ...each({}) },
  edit: { answers: changed, ...each({ ...applicant, version: 1 }), leaves: update },
  history: { answers: ofOneAgent, ...each({}) },
  setStatus: {
    answers: changed,
    own: async ({ agency, me }) => submitted((await applicationOf(agency, me)).id),
    others: async ({ agency, other }) => submitted((await applicationOf(agency, other)).id),
    missing: () => submitted(nowhereId),
    leaves: { ...update, action: 'status' },
  },
  sendConsent: { answers: changed, ...each({}), leaves: update },
}

const facts = {
  applicant: 'Ida Case',
  agency: 'Coverdesk',
  agencyPhone: '(800) 555-0100',
  agencyEmail: 'office@coverdesk.example',
  agent: null,
}

/** A link to an unsigned consent, for one of the caller's applications. */
async function linkOf({ agency, me }: Scene): Promise<string> {
  const { number } = await applicationOf(agency, me)
  const link = randomBytes(32).toString('base64url')
  await sql`
    insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
      agency_email, applicant, expires_at)
    values (${number}, ${linkHash(link)}, 'email', 'ida@agency.test', 'en', ${facts.agency}, ${facts.agencyPhone},
      ${facts.agencyEmail}, ${facts.applicant}, now() + interval '1 day')`.execute(agency.db)
  return link
}

async function signedLinkOf(scene: Scene): Promise<string> {
  const link = await linkOf(scene)
  await sql`
    insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version,
      text_signed, text_sha256, ends_on)
    select id, application_id, 'Ida Case', '192.0.2.7', 'test', 'en', 'test', 'I agree.', sha256('I agree.'),
      current_date + 365
    from consent_requests where token_hash = ${linkHash(link)}`.execute(scene.agency.db)
  return link
}

const signature = {
  language: 'en' as const,
  agreed: true as const,
  signedName: 'Ida Case',
  sha256: createHash('sha256')
    .update(consentPlainText(consentText('en', facts, null)))
    .digest('hex'),
}

export const consentExamples: ExamplesOf<typeof consent> = {
  page: {
    answers: common,
    own: async (scene) => ({ id: await linkOf(scene) }),
    missing: () => ({ id: 'nothing' }),
  },
  sign: {
    answers: common,
    own: async (scene) => ({ ...signature, id: await linkOf(scene) }),
    missing: () => ({ ...signature, id: 'nothing' }),
    leaves: update,
  },
  revoke: {
    answers: common,
    own: async (scene) => ({ id: await signedLinkOf(scene) }),
    missing: () => ({ id: 'nothing' }),
    leaves: update,
  },
}
