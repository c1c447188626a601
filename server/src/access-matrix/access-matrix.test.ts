import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { anyone, mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { type Role, roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { reports } from '@coverdesk/domain/reports/report-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
import { actor, refreshed } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor, Scene } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { claimsIn } from './matrix-document.ts'
import { sendExample } from './send-example.ts'

interface Rights {
  roles: Role[]
  claims: string[]
}

let agency: TestApp
let other: Actor
const actors = new Map<string, Promise<Actor>>()

beforeAll(async () => {
  agency = await startTestApp({ demo: true, ...inboundSettings }, undefined, { prepared: country })
  other = await actor(agency, { roles: ['agent'] })
})
afterAll(() => agency.close())

const everybody: Role[][] = [[], ...roles.map((role): Role[] => [role])]

/** No role and each role, each with no claim, all claims, each claim of the route alone, and all claims except those. */
function rightsFor(route: Route): Rights[] {
  const named = claimsIn(route.allow)
  const claims = [[], [...allClaims]]
  if (named.length > 0)
    claims.push(
      ...named.map((claim) => [claim]),
      allClaims.filter((claim) => !named.includes(claim)),
    )
  return everybody.flatMap((rights) => claims.map((some) => ({ roles: rights, claims: some })))
}

const passes = ({ allow }: Route, rights: Rights) => allow === anyone || allow === signedIn || mayPass(allow, rights)
const inWords = ({ roles, claims }: Rights) =>
  `${roles.join() || 'no role'} with ${claims.length > 5 ? `${claims.length} claims` : claims.join() || 'no claim'}`

function actorOf(rights: Rights, part: 'me' | 'other' = 'me'): Promise<Actor> {
  const key = JSON.stringify([part, rights])
  const known = actors.get(key) ?? actor(agency, rights)
  actors.set(key, known)
  return known
}

const downloads: ReadonlySet<Route> = new Set<Route>([
  reports.download,
  payments.download,
  payRuns.statement,
  payRuns.journal,
])

const whose = ['own', 'others', 'missing'] as const

test('API-02 P-24 every route has a row in the access matrix and an example input', () => {
  for (const route of allRoutes) {
    const example = exampleOf(route)
    for (const object of whose)
      expect(
        example[object] !== undefined,
        `${nameOf(route)} answers for ${object} objects without an example, or the other way`,
      ).toBe(example.answers[object] !== undefined)
  }
})

test('P-25 ACCESS-29 requests without the right are rejected for any object, and reveal nothing about it', async () => {
  const owner = await actor(agency, { roles: ['agent'] })
  for (const route of allRoutes.filter(({ allow }) => allow !== anyone)) {
    const refused = rightsFor(route).filter((rights) => !passes(route, rights))
    const bodies = new Set<string>()
    for (const object of whose) {
      const input = await exampleOf(route)[object]?.({ agency, me: owner, other })
      if (input === undefined) continue
      const { file, signs } = exampleOf(route)
      const anonymous = await sendExample(agency, route, { token: null, input, file, signs })
      expect(anonymous.status, `${nameOf(route)} anonymously, ${object}`).toBe(401)
      await Promise.all(
        refused.map(async (rights) => {
          // Another test may have ended the session.
          const { token } = await refreshed(agency, await actorOf(rights))
          const answer = await sendExample(agency, route, { token, input, file, signs })
          expect(answer.status, `${nameOf(route)} as ${inWords(rights)}, ${object}`).toBe(403)
          bodies.add(answer.body.replace(answer.requestId, ''))
        }),
      )
    }
    expect(bodies.size, `${nameOf(route)} refuses in more than one way`).toBeLessThanOrEqual(1)
  }
  // Every route with every kind of user.
}, 600_000)

test('P-25 P-26 ACCESS-29 users with the right reach their own objects, and no others', async () => {
  const wrong: string[] = []
  for (const route of allRoutes) {
    const held = rightsFor(route).filter((rights) => matters(route, rights) && passes(route, rights))
    // A process handles few files at once and rejects further ones.
    if (route.body === 'file' || downloads.has(route)) for (const rights of held) await reachesOwn(route, rights, wrong)
    else await Promise.all(held.map((rights) => reachesOwn(route, rights, wrong)))
  }
  expect(wrong).toEqual([])
  // Every route with every kind of user.
}, 600_000)

/** Whether the combination can change the result: claims do not matter where none is required, nor roles for public routes. */
function matters({ allow }: Route, { roles, claims }: Rights): boolean {
  if (allow === anyone) return claims.length === 0 && ['', 'agent', 'securityadmin'].includes(roles.join())
  return claimsIn(allow).length > 0 || claims.length === 0
}

async function reachesOwn(route: Route, rights: Rights, wrong: string[]): Promise<void> {
  const example = exampleOf(route)
  const { answers } = example
  // An object that no other test changes concurrently.
  const other = await actorOf({ ...rights, roles: [...rights.roles, 'customer'] }, 'other')
  for (const object of whose) {
    const make = example[object]
    if (!make) continue
    const scene: Scene = { agency, me: await refreshed(agency, await actorOf(rights)), other }
    const sent = { token: scene.me.token, input: await make(scene), file: example.file, signs: example.signs }
    const answer = await sendExample(agency, route, sent)
    const seesEverybody =
      rights.roles.includes('administrator') || (answers.allWith !== undefined && mayPass(answers.allWith, rights))
    const { changesWith } = answers
    const changes = changesWith === undefined || rights.claims.includes(changesWith)
    const seesAll = seesEverybody ? (changes ? answers.seesAll : 403) : undefined
    const wanted = object === 'others' ? (seesAll ?? answers.others) : answers[object]
    if (answer.status !== wanted)
      wrong.push(
        `${nameOf(route)} as ${inWords(rights)}, ${object}: ${answer.status}, not ${wanted}: ${answer.body.slice(0, 300)}`,
      )
  }
}

test('P-25 public routes also respond without a session', async () => {
  const me = await actorOf({ roles: ['agent'], claims: [] })
  for (const route of allRoutes.filter(({ allow }) => allow === anyone)) {
    const { file, signs, ...example } = exampleOf(route)
    for (const object of ['own', 'missing'] as const) {
      const input = await example[object]?.({ agency, me: await refreshed(agency, me), other })
      if (input === undefined) continue
      const answer = await sendExample(agency, route, { token: null, input, file, signs })
      expect(answer.status, `${nameOf(route)} anonymously, ${object}: ${answer.body.slice(0, 300)}`).toBe(
        example.answers[object],
      )
    }
  }
})
