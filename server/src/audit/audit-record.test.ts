import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { anyone, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { roles } from '@coverdesk/domain/access/rights.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendExample } from '../access-matrix/send-example.ts'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
import { withConnection } from '../platform/db/connection.ts'
import { actor, refreshed } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { auditedRecordName } from './audited-record-name.ts'

let agency: TestApp
let me: Actor
let other: Actor

beforeAll(async () => {
  agency = await startTestApp({ demo: true, ...inboundSettings }, undefined, { prepared: country })
  me = await actor(agency, { roles: [...roles], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
})
afterAll(() => agency.close())

interface Event {
  userId: number | null
  sessionId: string | null
  action: string
  entity: string | null
  entityId: string | null
  recordName: string | null
  outcome: string
  address: string | null
  at: Date
  facts: Record<string, unknown>
  subjects: number[] | null
}

async function eventsOf(requestId: string): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select user_id as "userId", session_id as "sessionId", action, entity, entity_id as "entityId",
      ${sql.raw(auditedRecordName)} as "recordName", outcome, address, at, facts, subjects
    from audit_events e where request_id = ${requestId} order by id`.execute(agency.db)
  return rows
}

/** Entities whose records have only a number (the year of a tax limit), or whose name may not be entered yet. */
const withoutName = new Set([
  'audit event',
  'notification',
  'sandbox-application',
  'tax-limit',
  'marketplace-application',
  'enrollment',
  'healthsherpa session',
])

/** An event of one numbered record that still exists, or of the statement of a carrier's month. */
const isAboutOne = ({ action, entity, entityId }: Event) =>
  entity === 'statement' || (action !== 'delete' && /^\d+$/.test(entityId ?? ''))

/** Ids of the records in a response. */
function idsIn(body: string, by: string): number[] {
  const answer: unknown = body === '' ? null : JSON.parse(body)
  const held: unknown = typeof answer === 'object' && answer !== null ? (Reflect.get(answer, 'data') ?? answer) : answer
  return [held].flat().flatMap((row) => {
    const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, by) : null
    return typeof id === 'number' ? [id] : []
  })
}

describe('P-70 every completed request writes the audit events that its route declares', () => {
  // A setup link exists only without users; its events are in setup.test.ts.
  const answered = allRoutes.filter((route) => {
    const { own, others = own } = exampleOf(route).answers
    return Math.min(own, others) < 300
  })
  test.each(answered.map((route): [string, Route] => [nameOf(route), route]))('%s', async (_, route) => {
    const { answers, own, others, shows, file, signs, leaves } = exampleOf(route)
    const scene = { agency, me: await refreshed(agency, me), other }
    const make = shows ?? (answers.others === 200 ? (others ?? own) : own)
    const answer = await sendExample(agency, route, { token: scene.me.token, input: await make(scene), file, signs })
    expect(answer.status, answer.body).toBeLessThan(300)
    const events = await eventsOf(answer.requestId)
    if (route.audit === 'own') {
      expect(leaves, 'the example says what the route leaves').toBeDefined()
      expect(events).toContainEqual(expect.objectContaining({ ...leaves, outcome: 'done' }))
    } else if ('reads' in route.audit && route.audit.groups) {
      const { [route.audit.groups]: groups } = JSON.parse(answer.body)
      expect(groups.length).toBeGreaterThan(0)
      expect(events).toMatchObject(
        groups.map(({ kind, data }: { kind: string; data: { id: number }[] }) => ({
          action: 'read',
          outcome: 'done',
          entity: kind,
          subjects: data.length > 0 ? data.map(({ id }) => id) : null,
        })),
      )
    } else if ('reads' in route.audit && route.audit.about) {
      const { [route.audit.about]: about } = JSON.parse(answer.body)
      expect(events).toMatchObject([{ action: 'read', entity: route.audit.reads, entityId: String(about) }])
    } else if ('reads' in route.audit) {
      // A response with only a file of a list writes an export event.
      expect(events).toMatchObject([{ action: 'read', entity: route.audit.reads, outcome: 'done', ...leaves }])
      const whose = [...(events[0]?.subjects ?? []), Number(events[0]?.entityId)]
      const shown = route.output instanceof z.ZodNever ? [] : idsIn(answer.body, route.audit.by ?? 'id')
      expect(whose).toEqual(expect.arrayContaining(shown))
    } else expect(events).toEqual([])
    for (const event of events) {
      if (isAboutOne(event) && !withoutName.has(event.entity ?? ''))
        expect(event.recordName, `${event.entity} ${event.entityId}`).not.toBeNull()
      expect(event.address).toMatch(/^10\./)
      expect(Math.abs(Date.now() - event.at.getTime())).toBeLessThan(60_000)
      if (route.allow !== anyone) {
        expect(event.userId).toBe(me.userId)
        expect(event.sessionId).toMatch(/^[\da-f-]{36}$/)
      }
    }
  })
})

describe('P-70 refusals', () => {
  test.each(
    allRoutes
      .filter(({ allow }) => allow !== anyone && allow !== signedIn)
      .map((route): [string, Route] => [nameOf(route), route]),
  )('%s without the right', async (_, route) => {
    const stranger = await actor(agency, { roles: [] })
    const { own, file } = exampleOf(route)
    const answer = await sendExample(agency, route, {
      token: stranger.token,
      input: await own({ agency, me, other }),
      file,
    })
    expect(answer.status).toBe(403)
    expect(await eventsOf(answer.requestId)).toMatchObject([
      {
        action: 'denial',
        outcome: 'refused',
        userId: stranger.userId,
        facts: { route: nameOf(route), code: 'right.missing' },
      },
    ])
  })

  test('a request for another user’s record is audited with the id, although the response is not found', async () => {
    const agent = await actor(agency, { roles: ['agent'], claims: ['view.Policy'] })
    const { others } = exampleOf(policies.detail)
    const input = await others?.({ agency, me: agent, other })
    const answer = await sendExample(agency, policies.detail, { token: agent.token, input })
    expect(answer.status).toBe(404)
    expect(await eventsOf(answer.requestId)).toMatchObject([
      {
        action: 'denial',
        entity: 'policy',
        entityId: String(Reflect.get(input ?? {}, 'id')),
        userId: agent.userId,
        outcome: 'refused',
      },
    ])
  })

  test('rejected anonymous requests are aggregated: one event at first, the rest of the minute together', async () => {
    const own = await startTestApp()
    try {
      for (let call = 0; call < 20; call++)
        await own.app.inject({
          url: policies.list.path,
          remoteAddress: '198.51.100.7',
          headers: { authorization: 'Bearer x.y.z' },
        })
      const events = async () =>
        (
          await sql<{
            facts: unknown
          }>`select facts from audit_events where address = '198.51.100.7' order by id`.execute(own.db)
        ).rows
      const facts = { route: 'GET /api/Policies', code: 'session.required' }
      expect(await events()).toEqual([{ facts: { ...facts, times: 1 } }])
      await own.app.close()
      expect(await events()).toEqual([{ facts: { ...facts, times: 1 } }, { facts: { ...facts, times: 19 } }])
    } finally {
      await own.close()
    }
  })

  test('an export is audited with the ids of all rows and the names of its filters', async () => {
    const clerk = await actor(agency, { roles: ['agent'], claims: ['view.Policy'], fullAccess: true })
    for (let made = 0; made < 3; made++) await exampleOf(policies.detail).own({ agency, me: clerk, other })
    const answer = await agency.app.inject({
      url: `${policies.list.path}?agentId=${clerk.agentId}`,
      headers: { authorization: `Bearer ${clerk.token}`, accept: 'text/csv' },
    })
    const { rows } = await sql<{ id: number }>`select id from policies where agent_id = ${clerk.agentId}`.execute(
      agency.db,
    )
    const [event, ...more] = await eventsOf(String(answer.headers['x-request-id']))
    expect(more).toEqual([])
    expect(event).toMatchObject({
      action: 'export',
      entity: 'policy',
      facts: { format: 'csv', rows: 3, filters: 'agentId' },
    })
    expect(event?.subjects?.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })
})

async function expectUnrecorded(route: Route, sent: { token: string; input: unknown }): Promise<void> {
  const { file, signs } = exampleOf(route)
  const answer = await sendExample(agency, route, { ...sent, file, signs })
  expect(answer.status, `${nameOf(route)}: ${answer.body}`).toBe(503)
  expect(JSON.parse(answer.body)).toEqual({
    code: 'audit.unavailable',
    message: "This can't be shown right now because the audit record is unavailable",
    requestId: answer.requestId,
  })
}

function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return items.flatMap((_, index) => (index % size === 0 ? [items.slice(index, index + size)] : []))
}

test('P-71 without the right to add events no data is shown, nothing is changed and no user can sign in', async () => {
  const role = new URL(agency.services.databaseUrl).username
  const before = await agency.db.selectFrom('users').select('version').where('id', '=', other.userId).executeTakeFirst()
  const slow: Route[] = [uploads.process, uploads.check]
  const routes = allRoutes.filter((route) => (route.audit === 'own' || 'reads' in route.audit) && !slow.includes(route))
  await withConnection(agency.ownerUrl, 'test', async (owner) => {
    // A few at a time: revoking the right is expensive, and what a request needs may expire within seconds.
    // Only one pay run at a time is a draft, so the calls of pay runs are made one by one.
    const single = routes.filter(({ path }) => path.startsWith(payRuns.list.path))
    const rest = routes.filter((route) => !single.includes(route))
    const batches = [...single.map((route) => [route]), ...chunksOf(rest, 8)]
    for (const batch of batches) {
      const calls: { route: Route; token: string; input: unknown }[] = []
      for (const route of batch) {
        const mine = await actor(agency, { roles: [...roles], claims: [...allClaims] })
        const { answers, own, others, shows } = exampleOf(route)
        const make = shows ?? (answers.others === 200 ? (others ?? own) : own)
        calls.push({ route, token: mine.token, input: await make({ agency, me: mine, other }) })
      }
      await owner.query(`revoke insert on audit_events from ${role}`)
      try {
        for (const { route, ...sent } of calls) await expectUnrecorded(route, sent)
      } finally {
        await owner.query(`grant insert on audit_events to ${role}`)
      }
    }
  })
  expect(
    await agency.db.selectFrom('users').select('version').where('id', '=', other.userId).executeTakeFirst(),
  ).toEqual(before)
  // Calls every route that reads or has its own event, each with an example made for it.
}, 180_000)
