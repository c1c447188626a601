import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
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
  me = await actor(agency, { roles: ['administrator', 'agent'], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
})
afterAll(() => agency.close())

/** Serialized as a JSON number that does not fit in a double. */
const beyondDouble = '@1e400@'
const asJson = (members: object) => JSON.stringify(members).replaceAll(`"${beyondDouble}"`, '1e400')
const unknownIds = [999_999_999, '999999999']
const nasties: unknown[] = [
  beyondDouble,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 63,
  -1,
  0,
  1.5,
  '9'.repeat(40),
  '1e400',
  '-1',
  '',
  ' ',
  'a\0b',
  'a\ud800b',
  'x'.repeat(3_000),
  '%',
  '\\',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '294277-01-01',
  '2026-01-01T00:00:00Z',
  null,
  true,
  [],
  {},
  [null],
  [[[[]]]],
  { a: { b: 1 } },
  ['a', 'a'],
  Array(2_000).fill(1),
  '00000000-0000-4000-8000-000000000000',
]
/** `npm run endure` tries every value in every place; here each place gets a rotating selection. */
const inEachPlace = process.env.ENDURE === '1' ? nasties.length : 2

/** Clears failed attempts, which would otherwise throttle the requests before their input is validated. */
async function forgetTries(): Promise<void> {
  for (const table of ['sign_in_failures', 'sign_in_streaks', 'public_calls'] as const)
    await agency.db.deleteFrom(table).execute()
}

const routes = allRoutes.filter(({ path }) => path !== '/identity/logout')
/** Adds members that the example omits. */
const membersOf = (route: Route): string[] =>
  'shape' in route.input && typeof route.input.shape === 'object' ? Object.keys(route.input.shape ?? {}) : []

test('P-36 API-10 no value in any member of any request causes a server error, and each refusal is a sentence', async () => {
  const wrong: string[] = []
  let turn = 0
  for (const route of routes) {
    const { own, file, signs } = exampleOf(route)
    me = await refreshed(agency, me)
    const make = async () => {
      await forgetTries()
      return Object.assign({}, await own({ agency, me, other }))
    }
    const example = Object.assign(Object.fromEntries(membersOf(route).map((name) => [name, undefined])), await make())
    for (const place of placesIn(example)) {
      const some = Array.from({ length: inEachPlace }, () => nasties[turn++ % nasties.length])
      const ids = /[iI]ds?$/.test(String(place.at(-1))) || typeof place.at(-1) === 'number' ? unknownIds : []
      for (const value of new Set([...ids, ...some])) {
        const fresh = route.method === 'GET' ? example : { ...example, ...(await make()) }
        const input = replaced(fresh, place, value)
        const answer = await sendExample(agency, route, { token: me.token, input, json: asJson, file, signs })
        // A marketplace that finds nothing is not a server error.
        if (answer.status >= 500 && !answer.body.includes('"exchange.'))
          wrong.push(
            `${nameOf(route)} ${place.join('.')} = ${String(JSON.stringify(value)).slice(0, 60)}: ${answer.status} ${answer.body.slice(0, 200)}`,
          )
        const refused = answer.status === 400 ? sentencesOf(JSON.parse(answer.body)) : []
        for (const sentence of refused.filter((text) => !isSentence(text)))
          wrong.push(`${nameOf(route)} ${place.join('.')} = ${String(JSON.stringify(value)).slice(0, 60)}: ${sentence}`)
        if (answer.status === 401) me = await refreshed(agency, me)
      }
    }
  }
  expect(wrong).toEqual([])
  // Some ten thousand requests here, and twenty times as many in `npm run endure`.
}, 1_800_000)
