import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
import { invalidInput } from '../platform/http/http-errors.ts'
import { recordPathOf } from '../platform/http/input/read-only-members.ts'
import { actor, refreshed } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { placesIn, replaced } from './input-places.ts'
import { isSentence, sentencesOf } from './refusal-sentence.ts'
import { sendExample } from './send-example.ts'

let agency: TestApp
let me: Actor
let other: Actor
beforeAll(async () => {
  agency = await startTestApp({ demo: true, ...inboundSettings }, undefined, { prepared: country })
  me = await actor(agency, { roles: ['administrator', 'securityadmin', 'agent'], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
  // Loads the catalogue of plans.
}, 180_000)
afterAll(() => agency.close())

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(3_000),
  -1,
  1.5,
  2 ** 60,
  true,
  {},
  [],
  [{}],
  [null],
]

const membersOf = ({ input }: Route): string[] =>
  'shape' in input && typeof input.shape === 'object' ? Object.keys(input.shape ?? {}) : []
const routes = allRoutes.filter(({ path }) => !path.startsWith('/identity/logout'))

test('API-10 P-36 whatever a call lacks or has wrong, each problem is a sentence, never a validator’s text', () => {
  const wrong: string[] = []
  let refused = 0
  for (const route of allRoutes) {
    const inputs = [
      {},
      { notKnownHere: 1 },
      ...membersOf(route).flatMap((name) => wrongValues.map((value) => ({ [name]: value }))),
    ]
    for (const input of inputs) {
      const { error } = route.input.safeParse(input)
      if (!error) continue
      refused += 1
      for (const sentence of sentencesOf(invalidInput(error, input)))
        if (!isSentence(sentence)) wrong.push(`${nameOf(route)} ${JSON.stringify(input).slice(0, 60)}: ${sentence}`)
    }
  }
  expect([...new Set(wrong)]).toEqual([])
  expect(refused).toBeGreaterThan(2_000)
})

test('API-10 P-36 whatever is wrong anywhere inside a valid call, nested members too, each problem is a sentence', async () => {
  const wrong = new Set<string>()
  let refused = 0
  for (const route of routes) {
    const valid = await exampleOf(route).own({ agency, me, other })
    for (const place of placesIn(valid))
      for (const value of wrongValues) {
        const input = replaced(valid, place, value)
        const { error } = route.input.safeParse(input)
        if (!error) continue
        refused += 1
        for (const sentence of sentencesOf(invalidInput(error, input)))
          if (!isSentence(sentence)) wrong.add(`${nameOf(route)} ${place.join('.')} = ${typeof value}: ${sentence}`)
      }
  }
  expect([...wrong]).toEqual([])
  expect(refused).toBeGreaterThan(2_000)
}, 120_000)

test('API-10 every call without its members answers 400 in sentences', async () => {
  const wrong: string[] = []
  for (const route of routes) {
    const input = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']))
    const answer = await sendExample(agency, route, { token: me.token, input })
    if (answer.status === 401) me = await refreshed(agency, me)
    if (answer.status !== 400) continue
    for (const sentence of sentencesOf(JSON.parse(answer.body)))
      if (!isSentence(sentence)) wrong.push(`${nameOf(route)}: ${sentence}`)
  }
  expect(wrong).toEqual([])
})

test('AGENT-16 API-10 an object that GET answered may be sent back by PUT; a member that only GET knows must equal what is stored', async () => {
  const pairs = routes.flatMap((put) => {
    const get = allRoutes.find(({ method, path }) => method === 'GET' && path === recordPathOf(put))
    return put.method === 'PUT' && get && 'shape' in get.output ? [[put, get] as const] : []
  })
  const records = pairs.filter(([, { output }]) => 'version' in Object(Reflect.get(output, 'shape')))
  expect(records.map(([put]) => put.path)).toEqual(
    expect.arrayContaining([
      '/api/Agent',
      '/api/Customer/{id}',
      '/api/Lead/{id}',
      '/api/UserManage/{id}',
      '/api/Carrier/{id}',
    ]),
  )
  let compared = 0
  for (const [put, get] of records) {
    me = await refreshed(agency, me)
    const example = exampleOf(put)
    const make = example.answers.own === 200 ? example.own : (example.others ?? example.own)
    const input = Object.assign({}, await make({ agency, me, other }))
    const read = await sendExample(agency, get, { token: me.token, input: pathOf(get, input) })
    if (read.status !== 200) continue
    const stored = JSON.parse(read.body)
    const readOnly = Object.keys(stored).filter((name) => !membersOf(put).includes(name))
    const send = (members: object) => sendExample(agency, put, { token: me.token, input: members })
    const [first] = readOnly
    if (first !== undefined) {
      const changed = await send({ ...stored, ...input, [first]: 'something else' })
      expect([changed.status, changed.body], nameOf(put)).toEqual([
        400,
        expect.stringContaining('cannot be changed here'),
      ])
    }
    const { version: _, ...withoutVersion } = { ...stored, ...input }
    expect((await send(withoutVersion)).body, nameOf(put)).toContain('Version is required. Send the one that you read')
    const saved = await send({ ...stored, ...input })
    expect([saved.status, saved.status === 200 ? '' : saved.body], nameOf(put)).toEqual([200, ''])
    compared += 1
  }
  expect(compared).toBeGreaterThan(5)
}, 300_000)

const pathOf = (route: Route, input: Record<string, unknown>) =>
  Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, input[name]]))
