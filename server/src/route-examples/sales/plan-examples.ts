import type { planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import type { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { withCatalogue } from '../../sandbox/test-catalogue.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { common, done, type ExamplesOf, type Scene } from '../example.ts'
import { unique } from '../example-records.ts'

/** A plan of the sandbox exchange, and an unknown one. */
const planId = '10731FL0280005'
const noPlan = '99999FL9999999'
const year = 2027
const household = {
  zipCode: '33165',
  year,
  income: '41200',
  people: [{ age: 35, relation: 'self' as const, covered: true }],
}

const offered =
  <Input>(input: Input) =>
  async ({ agency }: Scene) => {
    await withCatalogue(agency)
    return input
  }

/** An application of the actor's agent, or without an agent if the actor has none. */
async function application({ agency, me }: Scene): Promise<{ appId: string }> {
  await withCatalogue(agency)
  return { appId: await applicationOf(agency, me.agentId) }
}

async function applicationOf(agency: TestApp, agentId: number | null): Promise<string> {
  const appId = unique('plans').slice(0, 50)
  await agency.db
    .insertInto('marketplace_applications')
    .values({ exchange_assigned_id: appId, snapshot_at: new Date(), agent_id: agentId, user_zip_code: '33165' })
    .execute()
  await signClientConsent(agency.db, appId)
  return appId
}

export const planExamples: ExamplesOf<typeof plans> = {
  // The route is public; only an application needs a right: plans.test.ts.
  list: {
    answers: common,
    own: offered({ year }),
    missing: () => ({ appId: 'no-such-application' }),
    shows: application,
  },
  one: {
    answers: common,
    own: offered({ planId, year }),
    missing: offered({ planId: noPlan, year }),
    shows: async (scene) => ({ planId, year, ...(await application(scene)) }),
  },
  quote: { answers: done, own: offered(household) },
  counties: { answers: done, own: () => ({ zipCode: '33165' }) },
  quoteOne: {
    answers: common,
    own: offered({ ...household, planId }),
    missing: offered({ ...household, planId: noPlan }),
  },
}

const where = { year, zipCode: '33165', state: 'FL' }

export const planDirectoryExamples: ExamplesOf<typeof planDirectory> = {
  search: { answers: done, own: () => ({ ...where, kind: 'providers', text: 'bellweather' }) },
  coverage: {
    answers: done,
    own: () => ({ ...where, planIds: [planId], providers: ['9000000108'], drugs: ['99000100'] }),
  },
}
