import { type AgentRow, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { expiryLevel } from '@coverdesk/domain/agents/expiry.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { editOf, newAgent } from './test-agents.ts'

let agency: TestApp
let admin: Person
const today = '2026-11-21'
beforeAll(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date(`${today}T17:00:00Z`))
  admin = await agency.person({ roles: ['administrator'] })
  const license = { state: 'FL', number: 'W1', line: 'Health' as const, effective: '2025-01-01' }
  const ends = ['2026-11-20', '2026-11-21', '2026-12-21', '2026-12-22', '2027-01-20', '2027-01-21', null]
  for (const [index, expiry] of ends.entries())
    await admin.call(
      agents.save,
      newAgent({
        loginEmail: `${index % 2 ? 'even' : 'odd'}.${index}@agency.test`,
        npn: `${7 + (index % 3)}00${index}`,
        locationId: 1 + (index % 3),
        agentTypeId: 1 + (index % 4),
        statusId: 1 + (index % 2),
        contact: { firstName: index % 2 ? 'Álvaro' : 'Beatriz', lastName: `Núñez ${index}` },
        licenses: [{ ...license, expiry }],
      }),
    )
})
afterAll(() => agency.close())

type Query = InputOf<typeof agents.list>
const list = async (query: Query = {}) => (await admin.call(agents.list, { pageSize: 500, ...query })).data

test('AGENT-02 AGENT-14 each filter and all pairs of filters return exactly the matching agents', async () => {
  const all = await list()
  expect(all).toHaveLength(7)
  const plain = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const filters: [Query, (row: AgentRow) => boolean][] = [
    [{ name: 'alva' }, ({ name }) => plain(name).includes('alva')],
    [{ name: 'NUÑEZ 3' }, ({ name }) => plain(name).includes('nunez 3')],
    [{ name: 'be' }, ({ name }) => plain(name).startsWith('be')],
    [{ loginEmail: 'EVEN' }, ({ loginEmail }) => loginEmail.startsWith('even')],
    [{ npn: '800' }, ({ npn }) => (npn ?? '').startsWith('800')],
    [{ locationId: 2 }, ({ locationId }) => locationId === 2],
    [{ agentTypeId: 1 }, ({ agentTypeId }) => agentTypeId === 1],
    [{ statusId: 2 }, ({ statusId }) => statusId === 2],
    [{ expiring: 'expired' }, ({ nextExpiry }) => expiryLevel(nextExpiry, today) === 'expired'],
    [{ expiring: '30' }, ({ nextExpiry }) => expiryLevel(nextExpiry, today) === 'soon'],
    [{ expiring: '60' }, ({ nextExpiry }) => ['soon', 'coming'].includes(expiryLevel(nextExpiry, today) ?? '')],
  ]
  for (const [one, fits] of filters)
    for (const [other, fitsToo] of filters) {
      const found = await list({ ...one, ...other })
      // When a filter is given twice, the second value applies.
      const twice = Object.keys(one)[0] === Object.keys(other)[0]
      const expected = all.filter((row) => (twice || fits(row)) && fitsToo(row))
      expect(found, JSON.stringify({ ...one, ...other })).toEqual(expected)
    }
})

test('AGENT-14 AGENT-03 pages, sorts and totals; a row shows all columns', async () => {
  const first = await admin.call(agents.list, { pageSize: 3, sort: 'loginEmail', order: 'desc' })
  expect(first).toMatchObject({ totalRecords: 7, totalPages: 3, pageNumber: 1 })
  const last = await admin.call(agents.list, { pageSize: 3, pageNumber: 3, sort: 'loginEmail', order: 'desc' })
  expect(last.data.map(({ loginEmail }) => loginEmail)).toEqual(['even.1@agency.test'])
  const [row] = await list({ npn: '7000' })
  expect(row).toMatchObject({
    name: 'Beatriz Núñez 0',
    loginEmail: 'odd.0@agency.test',
    phone: '3055550100',
    npn: '7000',
    locationName: 'Main Office',
    agentTypeName: 'Agent',
    statusName: 'Active',
    nextExpiry: '2026-11-20',
  })
  expect(row?.createdDate).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('AGENT-12 a change shows in the next list request, and filters see it', async () => {
  const made = await admin.call(agents.save, newAgent({ contact: { firstName: 'Zoe', lastName: 'Once' } }))
  expect(await list({ name: 'zoe once' })).toHaveLength(1)
  await admin.call(agents.save, editOf(made, { contact: { firstName: 'Zoe', lastName: 'Twice' } }))
  expect(await list({ name: 'zoe once' })).toEqual([])
  expect((await list({ name: 'zoe twice' })).map(({ name }) => name)).toEqual(['Zoe Twice'])
  await sql`delete from agents where id = ${made.id}`.execute(agency.db)
})

test('P-31 unknown filters, unknown sorts and invalid values are rejected', async () => {
  const get = (query: string) =>
    agency.app.inject({ url: `/api/Agent?${query}`, headers: { authorization: `Bearer ${admin.token}` } })
  for (const query of [
    'contactId=1',
    'sort=password',
    'statusId=x',
    'expiring=99',
    'pageSize=0',
    'name=%00',
    'name=a&name=b',
  ])
    expect((await get(query)).statusCode, query).toBe(400)
})

test('the list can be exported as pdf, xlsx and csv with the filters of the list', async () => {
  const get = (accept: string) =>
    agency.app.inject({
      url: '/api/Agent?expiring=expired',
      headers: { authorization: `Bearer ${admin.token}`, accept },
    })
  const csv = await get('text/csv')
  expect(csv.body.trim().split('\r\n')).toHaveLength(2)
  expect(csv.body).toContain('Beatriz Núñez 0')
  for (const type of ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
    expect((await get(type)).headers['content-type']).toContain(type)
})
