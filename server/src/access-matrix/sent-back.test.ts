import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { demo, today } from '../demo/test-demo.ts'
import { recordPathOf } from '../platform/http/input/read-only-members.ts'
import { actor } from '../route-examples/actor.ts'
import { exampleOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { edeOf } from '../route-examples/sales/ede-examples.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { sendExample } from './send-example.ts'

let agency: TestApp
let me: Actor
beforeAll(
  async () => {
    agency = await startTestApp({ demo: true }, undefined, { prepared: demo })
    agency.setClock(() => new Date(`${today}T20:00:00Z`))
    me = await actor(agency, {
      roles: ['administrator', 'securityadmin', 'agent'],
      claims: [...allClaims],
      fullAccess: true,
      npn: '5999999',
    })
    await sql`insert into carrier_issuer_ids (carrier_id, issuer_id, state) select id, '54321', 'FL' from carriers limit 1`.execute(
      agency.db,
    )
    await edeOf(agency, me)
  },
  // Makes the demo.
  180_000,
)
afterAll(() => agency.close())

/**
 * Records of the demo by the path of their GET and PUT: the path's parameters, by a query. A path without a line is tried with the
 * record of its example.
 */
const recordsAt: Record<string, string> = {
  '/api/Agency': 'select 1 as nothing',
  '/api/Agent/{id}': `select id from agents where npn <> '5999999'`,
  '/api/AgentAdjustments/{id}': 'select id from agent_adjustments',
  '/api/AgentAdvances/{id}': 'select id from agent_advances',
  '/api/AgentContracts/{id}': 'select id from agent_contracts',
  '/api/AgentOverrides/{id}': 'select id from override_terms',
  '/api/AgentUplines/{id}': 'select id from agent_uplines',
  '/api/Application/{id}': 'select uuid as id from internal_applications where status_id in (1, 2)',
  '/api/Carrier/{id}': 'select id from carriers',
  '/api/CarrierProfiles/{carrierId}': `select carrier_id as "carrierId", kind from carrier_profiles`,
  '/api/CommissionSchedules/{id}': 'select id from commission_schedules',
  '/api/Contacts/{id}': `select contact_id as id from users where user_name like 'person-%'`,
  '/api/Customer/{id}': 'select contact_id as id from customers',
  '/api/EdeApplication/{id}': 'select uuid as id from ede_applications',
  '/api/Lead/{id}': 'select id from leads',
  '/api/Lists/{list}/{id}': `select 'sources' as list, id from lookup_values where list = 'generic.4' and not fixed`,
  '/api/MarketplaceApp/{appId}': `select exchange_assigned_id as "appId" from marketplace_applications`,
  '/api/PayHolds/{id}': 'select id from pay_holds',
  '/api/Rates/{id}': 'select id from agent_rates',
  '/api/Terms': 'select 1 as nothing',
  '/api/UserManage/{id}': `select id from users where user_name not like 'person-%'`,
  '/api/user/sign-in': 'select 1 as nothing',
}

const membersOf = (schema: object): Record<string, z.ZodType> => ('shape' in schema ? { ...Object(schema.shape) } : {})

const pairs = allRoutes.flatMap((put) => {
  const get = allRoutes.find(({ method, path }) => method === 'GET' && path === recordPathOf(put))
  return put.method === 'PUT' && get && 'version' in membersOf(get.output) ? [{ put, get }] : []
})

test('AGENT-16 RATE-12 whatever record of the demo GET answers, PUT accepts it unchanged', async () => {
  expect(pairs.map(({ get }) => get.path)).toEqual(expect.arrayContaining(Object.keys(recordsAt)))
  const wrong = new Set<string>()
  for (const { get, put } of pairs) {
    const rows = await recordsOf(get)
    expect(rows.length, get.path).toBeGreaterThan(0)
    for (const { nothing: _, ...parameters } of rows) {
      const read = await sendExample(agency, get, { token: me.token, input: parameters })
      expect(read.status, `${get.path} ${JSON.stringify(parameters)}`).toBe(200)
      const input = { ...parameters, ...JSON.parse(read.body) }
      const sent = await sendExample(agency, put, { token: me.token, input })
      if (sent.status !== 200) wrong.add(`${put.path} ${sent.status} ${sent.body.replace(sent.requestId, '')}`)
    }
  }
  expect([...wrong]).toEqual([])
}, 120_000)

async function recordsOf(get: Route): Promise<Record<string, unknown>[]> {
  const query = recordsAt[get.path]
  if (!query) return [Object.assign({}, await exampleOf(get).own({ agency, me, other: me }))]
  return (await sql<Record<string, unknown>>`${sql.raw(query)} limit 30`.execute(agency.db)).rows
}

test('AGENT-16 a member that GET answers as null may be sent back as null wherever it may be empty', () => {
  const wrong = pairs.flatMap(({ get, put }) => {
    const answered = membersOf(get.output)
    return Object.entries(membersOf(put.input)).flatMap(([name, taken]) =>
      answered[name]?.safeParse(null).success && taken.safeParse('').success && !taken.safeParse(null).success
        ? [`${put.path} ${name}`]
        : [],
    )
  })
  expect(wrong).toEqual([])
})

test('AGENT-16 a nested member that only GET knows must equal what is stored', async () => {
  const { rows } = await sql<{ id: number }>`
    select agent_id as id from agent_appointments group by 1 having count(*) > 2 order by 1 limit 1`.execute(agency.db)
  const agent = await me.call(agents.one, { id: rows[0]?.id ?? 0 })
  const send = async (appointments: unknown) => {
    const input = { ...agent, appointments }
    return await sendExample(agency, agents.save, { token: me.token, input })
  }
  const [first, ...others] = agent.appointments
  const renamed = await send([{ ...first, carrierName: 'Another Carrier' }, ...others])
  expect(JSON.parse(renamed.body)).toMatchObject({
    message: 'Carrier name cannot be changed here',
    details: [{ path: 'appointments.0.carrierName' }],
  })
  const unknown = await send([{ ...first, notKnown: 1 }, ...others])
  expect(JSON.parse(unknown.body).message).toContain('This field is not known here: "notKnown"')
  expect((await send(others)).status).toBe(200)
})
