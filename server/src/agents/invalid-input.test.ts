import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { newAgent, putAnything } from './test-agents.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['administrator'], claims: ['admin.AgentRate'], npn: '1' })
})
afterAll(() => agency.close())

const anything = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '0',
    '-1',
    '1e9',
    '9'.repeat(30),
    '0001-01-01',
    '9999-12-31',
    '2026-02-30',
    'FL',
  ),
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, [], [[]], {}),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 2 }),
)
/** A valid input with values replaced, removed or added. */
function malformed(good: () => object) {
  const names = ['id', 'version', '__proto__', 'contact_id', ...Object.keys(good())]
  return fc
    .array(fc.record({ name: fc.constantFrom(...names), value: anything, drop: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      const body = new Map<string, unknown>(Object.entries(good()))
      for (const { name, value, drop } of changes) drop ? body.delete(name) : body.set(name, value)
      return Object.fromEntries(body)
    })
}

const license = { state: 'FL', number: 'W1', line: 'Health', effective: '2025-01-01', expiry: '2026-12-31' }
const appointment = { carrierId: 1, state: 'FL', number: '', effective: '2025-01-01', expiry: null, terminated: null }
const goodAgent = () => ({ ...newAgent(), statusId: 1, name: 'x', licenses: [license], appointments: [appointment] })
const goodRate = () => ({
  agentId: admin?.agentId ?? 1,
  carrierId: 1,
  rate1: '1.00',
  startDate: '2099-01-01',
  endDate: '2099-02-01',
})

test('P-36 P-33 no input for an agent or a rate causes a 5xx response', async () => {
  const cases: ['PUT' | 'POST', string, fc.Arbitrary<object>][] = [
    ['PUT', '/api/Agent', malformed(goodAgent)],
    [
      'PUT',
      '/api/Agent',
      malformed(goodAgent).chain((body) => malformed(() => license).map((one) => ({ ...body, licenses: [one] }))),
    ],
    [
      'PUT',
      '/api/Agent',
      malformed(goodAgent).chain((body) =>
        malformed(() => appointment).map((one) => ({ ...body, appointments: [one] })),
      ),
    ],
    ['POST', '/api/Rates', malformed(goodRate)],
    ['PUT', '/api/Rates/1', malformed(() => ({ ...goodRate(), version: 1 }))],
  ]
  for (const [method, url, bodies] of cases)
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status } = await putAnything(agency, admin, method, url, body)
        expect(status, `${method} ${url} ${JSON.stringify(body)}`).toBeLessThan(500)
      }),
      { numRuns: 150 },
    )
})
