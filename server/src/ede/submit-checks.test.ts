import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { actor } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { signedEdeOf } from '../route-examples/sales/ede-examples.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let exchange: Exchange
/** Ids of the submissions that the exchange got. */
let sent: string[] = []
beforeAll(async () => {
  agency = await startTestApp({ demo: true }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['agent'], claims: ['view.Application'] })
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
  const client = await actor(agency, { roles: ['consumer'] })
  const own = await signedEdeOf(agency, client)
  expect((await client.call(ede.submit, { id: own, version: 1 })).state).toBe('submitted')
  expect(sent).toHaveLength(1)
  expect((await me.call(ede.submit, { id: await signedEdeOf(agency, me), version: 1 })).state).toBe('submitted')
})
