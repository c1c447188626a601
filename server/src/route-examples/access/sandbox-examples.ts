import { randomUUID } from 'node:crypto'
import type { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { sql } from 'kysely'
import { authorizationLinkHash } from '../../sandbox/authorize-at-sandbox.ts'
import { openVisit } from '../../sandbox/sandbox-visits.ts'
import { withCatalogue } from '../../sandbox/test-catalogue.ts'
import { common, type ExamplesOf, type Scene } from '../example.ts'

const visitOf = async ({ agency, me }: Scene) => ({
  visit: await openVisit(agency.db, { partnerUserId: String(me.userId), npn: null, name: 'Pat Example' }),
})
/** The link of a client whom an agent asks to authorize them. */
const linkOf = async ({ agency }: Scene) => {
  const id = randomUUID()
  await sql`
    insert into sandbox_exchange_authorizations (request_id, contact, npn, agent, plan_year, language, code_hash, link_hash,
      sent_at, expires_at)
    values (gen_random_uuid(), 'ida@mail.test', '123', 'Pat Example', 2027, 'en', sha256('1'), ${authorizationLinkHash(id)},
      now(), now() + interval '15 minutes')`.execute(agency.db)
  return { id }
}
/** An unknown visit. */
const over = { visit: 'A'.repeat(43) }
const household = {
  persons: [{ firstName: 'Ida', lastName: 'Case', dob: '1986-05-01', sex: 'F', relationship: 'self', applies: true }],
  phone: '',
  email: '',
  address: '',
  zipCode: '33165',
  countyFips: '12086',
  income: '41200',
}

export const sandboxExamples: ExamplesOf<typeof sandbox> = {
  visit: { answers: common, own: visitOf, missing: () => over },
  counties: {
    answers: common,
    own: async (scene) => ({ ...(await visitOf(scene)), zipCode: '33165' }),
    missing: () => ({ ...over, zipCode: '33165' }),
  },
  submit: {
    answers: common,
    own: async (scene) => {
      await withCatalogue(scene.agency)
      return { ...(await visitOf(scene)), ...household }
    },
    missing: () => ({ ...over, ...household }),
    leaves: { action: 'create', entity: 'sandbox-application' },
  },
  authorization: { answers: common, own: linkOf, missing: () => ({ id: 'nothing' }) },
  authorize: { answers: common, own: linkOf, missing: () => ({ id: 'nothing' }) },
  leave: { answers: common, own: visitOf, missing: () => over },
}
