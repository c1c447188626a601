import { randomUUID } from 'node:crypto'
import type { authorizationRules, authorizations } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { sql } from 'kysely'
import { authorizationLinkHash } from '../../sandbox/authorize-at-sandbox.ts'
import { askForAuthorizations } from '../../testing/signing/ask-for-authorizations.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const of = 'marketplace' as const
const code = '482915'

interface Agent {
  agentId: number | null
}

/** An application in Florida of an agent of record whose client consents, where exchanges ask for authorizations. */
async function consented({ db }: TestApp, { agentId }: Agent): Promise<string> {
  const id = unique('authorize').slice(0, 50)
  await db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: id,
      snapshot_at: new Date(),
      user_first_name: 'Ida',
      user_last_name: 'Case',
      user_email: `${id}@mail.test`,
      user_state: 'FL',
      agent_id: agentId,
    })
    .execute()
  await signClientConsent(db, id)
  await askForAuthorizations(db)
  return id
}

/** The same with a code that the exchange sent for the agent who works on it. */
async function withCode(agency: TestApp, owner: Agent, me: Agent): Promise<string> {
  const id = await consented(agency, owner)
  const uuid = randomUUID()
  await sql`
    insert into authorization_requests (uuid, marketplace_application_id, plan_year, applicant, agent_id, agent_name,
      agent_npn, agency, channel, language, contact, sent_to, expires_at, created_by)
    select ${uuid}::uuid, m.id, 2027, 'Ida Case', a.id, a.name, a.npn, 'Coverdesk', 'email', 'en', 'ida@mail.test',
      'i•••@mail.test', now() + interval '15 minutes', (select min(id) from users)
    from marketplace_applications m join agents a on a.id = ${me.agentId}
    where m.exchange_assigned_id = ${id}`.execute(agency.db)
  await sql`
    insert into sandbox_exchange_authorizations (request_id, contact, npn, agent, plan_year, language, code_hash, link_hash,
      sent_at, expires_at)
    values (${uuid}::uuid, 'ida@mail.test', '123', 'Pat Example', 2027, 'en',
      ${authorizationLinkHash(`${uuid} ${code}`)}, ${authorizationLinkHash(uuid)}, now(), now() + interval '15 minutes')`.execute(
    agency.db,
  )
  return id
}

const each = <More extends object>(
  more: More,
  make: (agency: TestApp, owner: Agent, me: Agent) => Promise<string>,
) => ({
  own: async ({ agency, me }: Scene) => ({ of, id: await make(agency, me, me), ...more }),
  others: async ({ agency, me, other }: Scene) => ({ of, id: await make(agency, other, me), ...more }),
  missing: () => ({ of, id: String(nowhere), ...more }),
})
const changes = { ...ofOneAgent, changesWith: 'admin.Application' }
const leaves = { action: 'update', entity: 'marketplace-application' }

export const authorizationExamples: ExamplesOf<typeof authorizations> = {
  one: { answers: ofOneAgent, ...each({}, consented) },
  send: { answers: changes, ...each({ channel: 'email' as const, language: 'en' as const }, consented), leaves },
  confirm: { answers: changes, ...each({ code }, withCode), leaves },
}

export const authorizationRuleExamples: ExamplesOf<typeof authorizationRules> = {
  list: nothing,
  change: {
    answers: done,
    own: () => ({ states: ['NY'], asked: true, from: '2027-01-01', until: '', reason: 'The exchange wrote so' }),
    leaves: { action: 'update', entity: 'authorization-rule' },
  },
}
