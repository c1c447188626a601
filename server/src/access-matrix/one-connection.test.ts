import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { anyone } from '@coverdesk/domain/access/claim-expression.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { queryText, requestOf } from '@coverdesk/domain/platform/route-request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
import { actor, refreshed } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { sendExample } from './send-example.ts'

let agency: TestApp
let everything: Actor
let agent: Actor
let other: Actor

beforeAll(async () => {
  agency = await startTestApp({ demo: true, ...inboundSettings }, undefined, { prepared: country, poolSize: 1 })
  everything = await actor(agency, {
    roles: ['agent', 'administrator', 'securityadmin'],
    claims: [...allClaims],
    fullAccess: true,
  })
  agent = await actor(agency, { roles: ['agent'], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
})
afterAll(() => agency?.close())

test('P-81 every route responds with a pool of a single connection', async () => {
  const wrong: string[] = []
  for (const route of allRoutes) {
    const { own, answers, file, signs } = exampleOf(route)
    if (!own) continue
    for (const person of [everything, agent]) {
      const me = await refreshed(agency, person)
      const token = route.allow === anyone && !route.knowsWho ? null : me.token
      const input = await own({ agency, me, other })
      const { status, body } = await sendExample(agency, route, { token, input, file, signs })
      // Permissions are tested by the access matrix.
      if (status !== answers.own && status !== 403) wrong.push(`${nameOf(route)}: ${status} ${body.slice(0, 300)}`)
    }
  }
  expect(wrong).toEqual([])
  // Every route, in sequence.
}, 300_000)

test('P-81 P-71 every export in every format works with a pool of a single connection', async () => {
  const wrong: string[] = []
  let made = 0
  for (const route of allRoutes) {
    for (const format of route.formats ?? []) {
      const me = await refreshed(agency, everything)
      const input = await exampleOf(route).own?.({ agency, me, other })
      const { path, query } = requestOf(route, input)
      const headers = { authorization: `Bearer ${me.token}`, accept: mediaTypes[format] }
      const answer = await agency.app.inject({ method: route.method, url: path + queryText(query), headers })
      made++
      if (answer.statusCode !== 200 || !String(answer.headers['content-type']).startsWith(mediaTypes[format]))
        wrong.push(`${nameOf(route)} as ${format}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    }
  }
  expect(made).toBeGreaterThan(20)
  expect(wrong).toEqual([])
  // Every route, in sequence.
}, 300_000)
