import { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { alertLimits } from '@coverdesk/domain/alerts/alert-rules.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AuditEvent, type AuditSource, commandSource, writeAudit } from '../platform/audit/audit.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { recordCheck } from './audit-check-job.ts'
import { raiseAlerts } from './raise-alerts.ts'

let agency: TestApp
let security: Person
let administrator: Person
let agent: Person

beforeEach(async () => {
  agency = await startTestApp({ mail: { url: 'smtp://127.0.0.1:1', from: 'coverdesk@agency.test' } })
  security = await agency.person({ roles: ['securityadmin'] })
  administrator = await agency.person({ roles: ['administrator'] })
  agent = await agency.person({ roles: ['agent'], npn: '12345678' })
})
afterEach(() => agency.close())

async function record(userId: number | null, times: number, event: Partial<AuditEvent>, address = '192.0.2.7') {
  const source: AuditSource = { ...commandSource(agency.services.config.auditSecret), userId, address }
  for (let at = 0; at < times; at++)
    await writeAudit(agency.db, source, { action: 'export', entity: 'policy', outcome: 'done', ...event })
}

const raise = () => raiseAlerts(agency.db, agency.services)
const listed = async (person: Person) => (await person.call(alerts.list, {})).data

test('a mass export alerts every administrator once, in the portal and by email', async () => {
  const user = await agency.person({ roles: ['agent'] })
  await sql`update users set email = 'sec@agency.test' where id = ${security.userId}`.execute(agency.db)
  const subjects = Array.from({ length: alertLimits.exportedRecords }, (_, at) => at + 1)
  await record(user.userId, 1, { subjects })
  expect(await raise()).toBe(1)
  expect(await raise()).toBe(0)
  expect(await listed(security)).toMatchObject([
    { kind: 'exports', times: 1, records: alertLimits.exportedRecords, address: null, user: expect.any(String) },
  ])
  for (const person of [security, administrator]) {
    const { data } = await person.call(notifications.list, {})
    expect(data.map(({ text }) => text)).toEqual(['Security alert: mass export'])
  }
  expect((await agent.call(notifications.list, {})).data).toEqual([])
  const { rows } = await sql<{ recipient: string }>`select recipient from outbox where kind = 'security-alert'`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ recipient: 'sec@agency.test' }])
})

test('reveals and refusals of a user, and refusals of an address without a session, raise alerts at the limit', async () => {
  const [revealing, refused] = [await agency.person({ roles: ['agent'] }), await agency.person({ roles: ['agent'] })]
  await record(revealing.userId, alertLimits.reveals, { action: 'reveal', entity: 'offline application' })
  await record(refused.userId, 1, { action: 'denial', outcome: 'refused', facts: { times: alertLimits.refusals - 1 } })
  await record(null, 1, { action: 'denial', outcome: 'refused', facts: { times: alertLimits.refusals } }, '192.0.2.99')
  expect(await raise()).toBe(2)
  expect(await listed(administrator)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'reveals', times: alertLimits.reveals }),
      expect.objectContaining({ kind: 'refusals', user: null, address: '192.0.2.99', times: alertLimits.refusals }),
    ]),
  )
  await record(refused.userId, 1, { action: 'denial', outcome: 'refused' })
  expect(await raise()).toBe(1)
})

test('two nodes that check at the same time raise one alert', async () => {
  const user = await agency.person({ roles: ['agent'] })
  await record(user.userId, alertLimits.exports, {})
  const raised = await Promise.all([raise(), raise(), raise()])
  expect(raised.reduce((sum, one) => sum + one, 0)).toBe(1)
  const { rows } = await sql`select from notifications where user_id = ${security.userId}`.execute(agency.db)
  expect(rows).toHaveLength(1)
})

test('P-72 an altered audit record alerts the administrators, a whole one does not', async () => {
  await recordCheck(agency.db, agency.services, { result: 'whole', outcome: 'The audit record is whole.' })
  expect(await listed(security)).toEqual([])
  await recordCheck(agency.db, agency.services, {
    result: 'altered',
    outcome: 'The audit record was altered in 2 places.',
  })
  expect(await listed(security)).toMatchObject([
    { kind: 'audit-record', details: 'The audit record was altered in 2 places.', user: null },
  ])
})

test('P-25 agents, customers and consumers cannot read security alerts', async () => {
  await expect(listed(agent)).rejects.toMatchObject({ code: 'right.missing' })
})
