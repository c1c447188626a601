import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Exchange } from '../../platform/integrations/exchange.ts'
import { actor } from '../../route-examples/actor.ts'
import type { Actor } from '../../route-examples/example.ts'
import { edeOf, signEde, signedEdeOf } from '../../route-examples/sales/ede-examples.ts'
import { country } from '../../sandbox/test-catalogue.ts'
import { completeAnswers } from '../../testing/complete-answers.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let client: Actor
let exchange: Exchange
/** Ids of the submissions that the exchange got. */
let sent: string[] = []
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  client = await actor(agency, { roles: ['consumer'] })
  exchange = agency.services.exchange
})
beforeEach(() => {
  sent = []
  agency.services.exchange = {
    ...exchange,
    apply: (application, signal) => {
      sent.push(application.submissionId)
      return exchange.apply(application, signal)
    },
  }
})
afterEach(() => {
  agency.services.exchange = exchange
})
afterAll(() => agency.close())

/** Saves answers of a new application without finishing a step, and has the client sign them. */
async function signedWith(change: (answers: EdeAnswers) => EdeAnswers): Promise<{ id: string; version: number }> {
  const { id } = await edeOf(agency, { agentId: me.agentId, userId: client.userId })
  const answers = change(completeAnswers)
  const { version } = await me.call(ede.save, { id, version: 1, step: 'household', answers })
  await signEde(agency, id)
  return { id, version }
}

test('P-61 a Social Security number that two people have is not submitted, whether a step was finished or not', async () => {
  const ssns = ['123-45-6789', '123-45-6789', '']
  const people = completeAnswers.household.people.map((person, place) => ({ ...person, ssn: ssns[place] ?? '' }))
  const draft = await signedWith((answers) => ({ ...answers, household: { people, entering: null } }))
  expect(await refusal(me.call(ede.submit, draft))).toMatchObject({
    code: 'request.invalid',
    message: 'Another person has this number.',
    details: [{ path: 'people.1.ssn', message: 'Another person has this number.' }],
  })
  expect(sent).toEqual([])
  expect((await me.call(ede.one, { id: draft.id })).state).toBe('draft')
})

const agentEmail = 'agent-of@agency.test'
const skipped: [name: string, about: Partial<EdeAnswers['about']>, path: string, message: string][] = [
  ['a county of another ZIP code', { countyFips: '12011' }, 'countyFips', 'Choose the county.'],
  ['an unknown ZIP code', { zipCode: '00001' }, 'zipCode', 'Enter the five digits of the ZIP code.'],
  [
    'the contact data of an agent',
    { email: agentEmail },
    'email',
    "This is an agent's or the agency's contact data. Enter the client's own.",
  ],
]
test.each(skipped)('%s is not submitted when the step was not finished', async (_name, about, path, message) => {
  await agency.db.updateTable('users').set({ email: agentEmail }).where('id', '=', me.userId).execute()
  const draft = await signedWith((answers) => ({ ...answers, about: { ...answers.about, ...about } }))
  const refused = await refusal(me.call(ede.submit, draft))
  expect(refused).toMatchObject({ code: 'request.invalid', message, details: [{ path, message }] })
  expect(sent).toEqual([])
})

test('an agent whom CMS’s lists forbid to sell submits nothing; a client without an agent does', async () => {
  const gone = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
  const npn = '41984199'
  await agency.db
    .updateTable('agents')
    .set({ npn })
    .where('id', '=', gone.agentId ?? 0)
    .execute()
  const id = await signedEdeOf(agency, gone)
  const clerk = await actor(agency, { roles: ['administrator'] })
  const list = { name: 'terminated.csv', text: `NPN,Status,Date\n${npn},T4,10/01/2025` }
  await clerk.call(cmsRegistration.uploadTerminations, {}, list)
  expect(await refusal(gone.call(ede.submit, { id, version: 1 }))).toMatchObject({
    code: 'agent.not_on_exchange',
    message:
      'HealthCare.gov ended its agreement with the agent on 10/01/2025 (T4, noncompliance): CMS’s termination list, terminated.csv, line 2.',
  })
  expect(sent).toEqual([])
  expect((await gone.call(ede.one, { id })).state).toBe('draft')
  const alone = await actor(agency, { roles: ['consumer'] })
  const own = await signedEdeOf(agency, alone)
  expect((await alone.call(ede.submit, { id: own, version: 1 })).state).toBe('submitted')
  expect(sent).toHaveLength(1)
  expect((await me.call(ede.submit, { id: await signedEdeOf(agency, me), version: 1 })).state).toBe('submitted')
})
