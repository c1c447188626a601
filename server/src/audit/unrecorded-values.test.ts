import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendExample } from '../access-matrix/send-example.ts'
import { inboundSettings } from '../marketing/test-signed-calls.ts'
import { withConnection } from '../platform/db/connection.ts'
import { actor, refreshed } from '../route-examples/actor.ts'
import type { Actor } from '../route-examples/example.ts'
import { country } from '../sandbox/test-catalogue.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { csv, headings, policyRows } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let me: Actor
let log: string[]

beforeEach(async () => {
  log = []
  const settings = { demo: true, logLevel: 'trace', ...inboundSettings } as const
  agency = await startTestApp(settings, { write: (line) => log.push(line) }, { prepared: country })
  me = await actor(agency, { roles: ['agent', 'administrator', 'securityadmin'], claims: [...allClaims] })
})
afterEach(() => agency.close())

test('P-66 P-70 no personal value is in the audit record or in the log', async () => {
  const canaries = [
    'Zephyrine',
    'Quackenbush',
    'zq.canary@example.test',
    '3055550187',
    '1961-02-28',
    '02/28/1961',
    'UCANARY77',
    'Kz-canary-Pass-9',
  ]
  const clerk = await refreshed(agency, me)
  const carrierId = await agency.carrier('Canary Health')
  const row =
    policyRows(1, 1)[0]?.with(0, 'UCANARY77').with(1, 'Zephyrine').with(2, 'Quackenbush').with(3, '02/28/1961') ?? []
  const file = (rows: string[][]) => async () => ({
    bytes: Buffer.from(csv([headings, ...rows])),
    type: 'text/csv',
    name: 'book.csv',
  })
  const send = (route: Route, input: object, files?: ReturnType<typeof file>) =>
    sendExample(agency, route, { token: clerk.token, input, file: files })
  const month = { carrierId, month: 3, year: 2026 }
  expect((await send(uploads.process, month, file([row]))).status).toBe(200)
  expect((await send(uploads.check, month, file([row.with(5, 'Zephyrine')]))).status).toBe(200)
  await send(policies.list, { name: 'Quackenbush', policyNumber: 'UCANARY77', fromDob: '1961-02-28' })
  await send(policies.list, { name: 'Quackenbush', unknown: 'Zephyrine' })
  const { rows } = await sql<{ id: number }>`select id from policies where policy_number = 'UCANARY77'`.execute(
    agency.db,
  )
  const detail = await send(policies.detail, { id: rows[0]?.id })
  expect(detail.body).toContain('Quackenbush')
  for (const accept of ['text/csv', 'application/pdf'])
    await agency.app.inject({
      url: `${policies.list.path}?name=Quackenbush`,
      headers: { accept, authorization: `Bearer ${clerk.token}` },
    })
  await send(users.contacts, { q: 'Quackenbush' })
  for (const path of [
    '/identity/forgot/zq.canary@example.test',
    '/api/Policies/detail/Quackenbush',
    '/api/none/Quackenbush',
  ])
    await agency.app.inject({ url: path })
  await agency.app.inject({
    method: 'POST',
    url: '/identity/login',
    payload: { user: 'zq.canary@example.test', pass: 'Kz-canary-Pass-9' },
  })
  const { version } = await agency.db
    .selectFrom('contacts')
    .select('version')
    .where('id', '=', me.contactId)
    .executeTakeFirstOrThrow()
  const contact = {
    id: me.contactId,
    version,
    firstName: 'Zephyrine',
    lastName: 'Quackenbush',
    emails: [{ email: 'zq.canary@example.test', purposes: [] }],
    phones: [{ phone: '3055550187', purposes: [] }],
    addresses: [],
  }
  await withConnection(agency.ownerUrl, 'test', (connection) =>
    connection.query(`alter table contact_emails add constraint no_canary check (email not like 'zq%')`),
  )
  // PostgreSQL includes the whole row in the details of this error.
  expect((await send(profile.save, contact)).status).toBe(500)
  await withConnection(agency.ownerUrl, 'test', (connection) =>
    connection.query('alter table contact_emails drop constraint no_canary'),
  )
  expect((await send(profile.save, contact)).status).toBe(200)

  const { rows: record } = await sql<{ event: string }>`select e::text as event from audit_events e`.execute(agency.db)
  expect(
    log.some((line) => line.includes('no_canary')),
    'the fault is in the log',
  ).toBe(true)
  expect(
    log.some((line) => line.includes('/api/Policies')),
    'requests are in the log',
  ).toBe(true)
  for (const canary of canaries) {
    expect(
      record.filter(({ event }) => event.includes(canary)),
      `${canary} in the record`,
    ).toEqual([])
    expect(
      log.filter((line) => line.includes(canary)),
      `${canary} in the log`,
    ).toEqual([])
  }
})
