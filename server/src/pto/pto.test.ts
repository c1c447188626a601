import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

const { Requested, Approved, Denied, Cancelled } = ptoStatuses
let agency: TestApp
let agent: Person
let other: Person
let manager: Person
beforeEach(async () => {
  agency = await startTestApp()
  // Late on Friday 11/20 in the agency's time zone, already Saturday in UTC.
  agency.setClock(() => new Date('2026-11-21T03:00:00Z'))
  agent = await agency.person({ roles: ['agent'], claims: ['view.PTO'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.PTO'], npn: '20417733' })
  manager = await agency.person({ roles: ['agent'], claims: ['admin.PTO'], fullAccess: true })
})
afterEach(() => agency.close())

/** Monday to Wednesday of Thanksgiving week. */
const days = { startDate: '2026-11-23', endDate: '2026-11-25' }
const requestOf = async (person: Person, more: { comment?: string } = {}) =>
  await person.call(pto.request, { ...days, ...more })

describe('time-off requests', () => {
  test('PTO-03 PTO-06 PTO-08 PTO-12 PTO-13 a request starts as Requested and is listed and read with all its fields', async () => {
    const comment = 'My sister’s wedding in Sevilla; Ana looks after my clients until then.'
    const { id } = await requestOf(agent, { comment })
    const row = {
      id,
      version: 1,
      requesterId: agent.userId,
      agentId: agent.agentId,
      agent: expect.stringMatching(/^Pat/),
      startDate: '2026-11-23',
      startHour: 9,
      endDate: '2026-11-25',
      endHour: 17,
      hours: '24:00',
      statusId: Requested,
      status: 'Requested',
      createdDate: '2026-11-21T03:00:00.000Z',
      comment,
    }
    expect(await agent.call(pto.one, { id })).toEqual({
      ...row,
      statuses: [
        {
          name: 'Requested',
          statusId: Requested,
          comment: '',
          createdBy: expect.stringMatching(/^Pat/),
          createdDate: expect.any(String),
          endDate: null,
        },
      ],
      overlaps: [],
    })
    const { data } = await agent.call(pto.list, {})
    expect(data.map((one) => ({ ...one, createdDate: new Date(one.createdDate).toISOString() }))).toEqual([row])
  })

  test('PTO-05 overlaps are answered for typed days, before a request is made, of the user alone', async () => {
    const days = { startDate: '2026-11-23', endDate: '2026-11-25' }
    const { id } = await agent.call(pto.request, days)
    const asked = { startDate: '2026-11-25', endDate: '2026-11-27' }
    expect(await agent.call(pto.overlaps, asked)).toEqual([{ id, ...days, status: 'Requested' }])
    expect(await agent.call(pto.overlaps, { ...asked, except: id })).toEqual([])
    expect(await agent.call(pto.overlaps, { ...asked, startDate: '2026-11-26' })).toEqual([])
    expect(await manager.call(pto.overlaps, asked)).toEqual([])
    expect((await refusal(agent.call(pto.overlaps, { ...asked, endDate: '2026-11-20' }))).code).toBe('request.invalid')
  })

  test('PTO-04 PTO-05 P-74 the author edits a pending request: hours, overlaps and deciders follow; not others, nor after a decision', async () => {
    const first = await agent.call(pto.request, { startDate: '2026-11-30', endDate: '2026-12-01' })
    const { id, version } = await agent.call(pto.request, {
      startDate: '2026-11-23',
      endDate: '2026-11-23',
      comment: 'A wedding',
    })
    const longer = { id, version, startDate: '2026-11-25', endDate: '2026-11-30', comment: 'A wedding' }
    const edited = await agent.call(pto.edit, longer)
    expect(edited).toMatchObject({ startDate: '2026-11-25', hours: '32:00', version: 2, status: 'Requested' })
    expect(edited.overlaps.map((overlap) => overlap.id)).toEqual([first.id])
    const { rows } = await sql<{ changes: unknown }>`
      select changes from record_changes where entity = 'pto' and record_id = ${id} and version = 2`.execute(agency.db)
    expect(rows[0]?.changes).toEqual([
      { field: 'From', old: '11/23/2026 9:00 AM', new: '11/25/2026 9:00 AM' },
      { field: 'To', old: '11/23/2026 5:00 PM', new: '11/30/2026 5:00 PM' },
    ])
    expect((await agent.call(pto.edit, { ...longer, version: 2 })).version).toBe(2)
    expect((await refusal(agent.call(pto.edit, longer))).code).toBe('record.changed')
    const past = await refusal(agent.call(pto.edit, { ...longer, version: 2, startDate: '2026-11-19' }))
    expect(past).toMatchObject({ code: 'request.invalid', details: [{ path: 'startDate' }] })
    expect((await refusal(manager.call(pto.edit, { ...longer, version: 2 }))).code).toBe('right.missing')
    await manager.call(pto.setStatus, { id, statusId: 2, comment: 'Enjoy' })
    expect(await refusal(agent.call(pto.edit, { ...longer, version: 3, comment: 'Other' }))).toMatchObject({
      code: 'pto.decided',
    })
  })

  test('a request shows which others of the same person it overlaps, until one of them is denied', async () => {
    const first = await agent.call(pto.request, { startDate: '2026-12-21', endDate: '2026-12-24' })
    const second = await agent.call(pto.request, { startDate: '2026-12-23', endDate: '2026-12-28' })
    expect(second.overlaps).toEqual([
      { id: first.id, startDate: '2026-12-21', endDate: '2026-12-24', status: 'Requested' },
    ])
    expect((await agent.call(pto.one, { id: first.id })).overlaps.map(({ id }) => id)).toEqual([second.id])
    await agent.call(pto.setStatus, { id: second.id, statusId: Cancelled, comment: 'Entered twice' })
    expect((await agent.call(pto.one, { id: first.id })).overlaps).toEqual([])
  })

  test('PTO-04 a start date before the agency’s today is refused, today is accepted', async () => {
    const today = await agent.call(pto.request, { startDate: '2026-11-20', endDate: '2026-11-20' })
    expect(today).toMatchObject({ startDate: '2026-11-20', hours: '08:00', comment: '' })
    const failure = await refusal(agent.call(pto.request, { startDate: '2026-11-19', endDate: '2026-11-20' }))
    expect(failure).toMatchObject({ code: 'request.invalid', details: [{ path: 'startDate' }] })
    expect(failure.message).toBe("Start date can't be before 11/20/2026")
    for (const nonsense of [
      { startDate: '2026-11-25', endDate: '2026-11-24' },
      { startDate: '2026-11-25', startHour: 15, endDate: '2026-11-25', endHour: 14 },
      { startDate: '2026-11-25', startHour: 24, endDate: '2026-11-26' },
      { startDate: '11/25/2026', endDate: '2026-11-26' },
      { startDate: '2026-11-25', endDate: '' },
      { startDate: '2026-11-25', endDate: '2036-11-25' },
      { startDate: '2026-11-28', endDate: '2026-11-29' },
    ])
      expect((await refusal(agent.call(pto.request, nonsense))).code, JSON.stringify(nonsense)).toBe('request.invalid')
  })

  test('PTO-05 the estimate counts Monday to Friday 9:00 to 17:00, whole days if no hour is given', async () => {
    const hours = async (time: Parameters<typeof agent.call<typeof pto.hours>>[1]) =>
      (await agent.call(pto.hours, time)).hours
    expect(await hours({ startDate: '2026-11-23', endDate: '2026-11-23' })).toBe('08:00')
    expect(await hours({ startDate: '2026-11-20', startHour: 13, endDate: '2026-11-23', endHour: 12 })).toBe('07:00')
    expect(await hours({ startDate: '2026-11-28', endDate: '2026-11-29' })).toBe('00:00')
    expect(await hours({ startDate: '2026-01-01', endDate: '2026-12-31' })).toBe('2088:00')
    const failure = await refusal(agent.call(pto.hours, { startDate: '2026-11-25', endDate: '2026-11-24' }))
    expect(failure.code).toBe('request.invalid')
  })
})

describe('the list of requests', () => {
  test('PTO-01 each filter reduces the table; from and to compare with the days of a request', async () => {
    const requester = await agency.person({ roles: ['agent'], claims: ['view.PTO'], npn: '30000001' })
    const ownId = { agentId: requester.agentId ?? 0 }
    const early = (await requester.call(pto.request, { startDate: '2026-12-07', endDate: '2026-12-11' })).id
    const late = (await requester.call(pto.request, { startDate: '2027-01-04', endDate: '2027-01-04' })).id
    await manager.call(pto.setStatus, { id: early, statusId: Approved, comment: 'Enjoy it' })
    const found = async (filters: Record<string, string | number>) =>
      (await manager.call(pto.list, { ...ownId, ...filters })).data.map(({ id }) => id)
    expect(await found({})).toEqual([late, early])
    expect(await found({ sort: 'startDate', order: 'asc' })).toEqual([early, late])
    expect(await found({ statusId: Approved })).toEqual([early])
    expect(await found({ from: '2026-12-11' })).toEqual([late, early])
    expect(await found({ from: '2026-12-12' })).toEqual([late])
    expect(await found({ to: '2026-12-07' })).toEqual([early])
    expect(await found({ to: '2026-12-06' })).toEqual([])
    expect(await found({ from: '2026-12-09', to: '2026-12-09' })).toEqual([early])
    const others = await manager.call(pto.list, { agentId: other.agentId ?? 0 })
    expect(others.data.filter(({ id }) => id === early || id === late)).toEqual([])
    expect((await refusal(manager.call(pto.list, { from: '12/01/2026' }))).code).toBe('request.invalid')
  })

  test('PTO-01 a file says the hours of a request of half a day, as the list does', async () => {
    const half = await agency.person({ roles: ['agent'], claims: ['view.PTO'], npn: '73190255' })
    await half.call(pto.request, { startDate: '2026-12-22', startHour: 13, endDate: '2026-12-23', endHour: 12 })
    const answer = await agency.app.inject({
      url: '/api/PTO',
      headers: { authorization: `Bearer ${half.token}`, accept: 'text/csv' },
    })
    expect(answer.body.trim().split('\r\n')[1]).toContain('12/22/2026,1:00 PM,12/23/2026,12:00 PM,07:00,Requested')
  })

  test('P-30 ACCESS-32 users see their own requests and those of agents they see, consistently in list, export and detail', async () => {
    const ownId = (await requestOf(agent)).id
    const othersId = (await requestOf(other)).id
    const lead = await agency.person({
      roles: ['agent'],
      claims: ['view.PTO'],
      visibility: [[String(other.agentId), 'PTO']],
    })
    const elsewhere = await agency.person({
      roles: ['agent'],
      claims: ['view.PTO'],
      visibility: [[String(other.agentId), 'Lead']],
    })
    const own = (await requestOf(lead)).id
    const ids = async (person: Person) => {
      const { data, totalRecords } = await person.call(pto.list, { pageSize: 100 })
      const answer = await agency.app.inject({
        url: '/api/PTO',
        headers: { authorization: `Bearer ${person.token}`, accept: 'text/csv' },
      })
      expect(answer.body.trim().split('\r\n')).toHaveLength(totalRecords + 1)
      return data.map(({ id }) => id)
    }
    expect(await ids(agent)).toContain(ownId)
    expect(await ids(agent)).not.toContain(othersId)
    expect(await ids(lead)).toEqual(expect.arrayContaining([own, othersId]))
    expect(await ids(lead)).not.toContain(ownId)
    expect(await ids(elsewhere)).toEqual([])
    expect(await ids(manager)).toEqual(expect.arrayContaining([own, othersId, ownId]))
    expect((await refusal(agent.call(pto.one, { id: othersId }))).code).toBe('pto.not_found')
    expect(await lead.call(pto.one, { id: othersId })).toMatchObject({ id: othersId })
  })
})

describe('request statuses', () => {
  test('PTO-09 PTO-10 PTO-13 a decision needs a comment, and the status history shows who decided what, when and why', async () => {
    const { id } = await requestOf(agent)
    for (const comment of ['', '   '])
      expect((await refusal(manager.call(pto.setStatus, { id, statusId: Approved, comment }))).code).toBe(
        'request.invalid',
      )
    const decided = await manager.call(pto.setStatus, { id, statusId: Approved, comment: 'Enjoy it', version: 1 })
    expect(decided).toMatchObject({ statusId: Approved, status: 'Approved', version: 2 })
    expect(decided.statuses.map(({ name, comment }) => [name, comment])).toEqual([
      ['Requested', ''],
      ['Approved', 'Enjoy it'],
    ])
    expect(decided.statuses[0]?.endDate).toBe(decided.statuses[1]?.createdDate)
    const { data } = await agent.call(pto.list, { statusId: Approved })
    expect(data.find((row) => row.id === id)).toMatchObject({ status: 'Approved' })
  })

  test('PTO-14 a change that the current status does not allow is refused with its reason', async () => {
    const { id } = await requestOf(agent)
    const set = (statusId: number) => manager.call(pto.setStatus, { id, statusId, comment: 'Because' })
    const refused = async (statusId: number) => {
      const { code, message } = await refusal(set(statusId))
      return [code, message]
    }
    expect(await refused(Requested)).toEqual([
      'pto.status_refused',
      'A request that is requested cannot become requested',
    ])
    expect((await refusal(set(5))).code).toBe('status.not_found')
    await set(Approved)
    expect(await refused(Denied)).toEqual(['pto.status_refused', 'A request that is approved cannot become denied'])
    await set(Cancelled)
    for (const statusId of [Requested, Approved, Denied, Cancelled])
      expect(await refused(statusId)).toEqual(['pto.status_refused', 'A cancelled request stays cancelled'])
  })

  test('PTO-14 ACCESS-29 the requester can only cancel, and users who neither requested nor decide cannot', async () => {
    const { id } = await requestOf(agent)
    const lead = await agency.person({ roles: ['agent'], claims: ['view.PTO'], fullAccess: true })
    const set = (person: Person, statusId: number) => person.call(pto.setStatus, { id, statusId, comment: 'Because' })
    expect((await refusal(set(agent, Approved))).message).toBe(
      'Someone else must decide your own request; you may only cancel it',
    )
    const own = await requestOf(manager)
    const deciding = manager.call(pto.setStatus, { id: own.id, statusId: Approved, comment: 'Mine' })
    expect((await refusal(deciding)).code).toBe('right.missing')
    expect((await refusal(set(lead, Cancelled))).code).toBe('right.missing')
    expect((await refusal(set(other, Cancelled))).code).toBe('pto.not_found')
    expect(await set(agent, Cancelled)).toMatchObject({ status: 'Cancelled' })
  })

  test('PTO-14 those who decide are notified when the requester cancels time off that was approved, and only then', async () => {
    const pending = await requestOf(agent)
    await agent.call(pto.setStatus, { id: pending.id, statusId: Cancelled, comment: 'Typed the wrong week' })
    const { id } = await requestOf(agent)
    await manager.call(pto.setStatus, { id, statusId: Approved, comment: 'Enjoy it' })
    await agent.call(pto.setStatus, { id, statusId: Cancelled, comment: 'The trip fell through' })
    const { data } = await manager.call(notifications.list, {})
    const cancelled = data.filter(({ text }) => text.includes('cancelled approved time off from'))
    expect(cancelled.map(({ kind, record_id }) => [kind, record_id])).toEqual([['pto-request', id]])
  })

  test('P-74 when two decide concurrently, one succeeds and the other sees the decision', async () => {
    const { id } = await requestOf(agent)
    const second = await agency.person({ roles: ['agent'], claims: ['admin.PTO'], fullAccess: true })
    const answers = await Promise.allSettled([
      manager.call(pto.setStatus, { id, statusId: Approved, comment: 'Enjoy it', version: 1 }),
      second.call(pto.setStatus, { id, statusId: Denied, comment: 'We are too few', version: 1 }),
    ])
    const lost = answers.find(({ status }) => status === 'rejected')
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { statuses, status } = await agent.call(pto.one, { id })
    expect(statuses).toHaveLength(2)
    expect(lost).toMatchObject({
      reason: {
        code: 'record.changed',
        details: { version: 2, since: [{ changes: [{ field: 'Status', old: 'Requested', new: status }] }] },
      },
    })
  })

  test('PTO-09 the requester’s open pages receive a decision once it is committed', async () => {
    const { id } = await requestOf(agent)
    await refusal(agent.call(pto.setStatus, { id, statusId: Denied, comment: 'No' }))
    await manager.call(pto.setStatus, { id, statusId: Denied, comment: 'We are too few' })
    const { rows } = await sql`
      select user_id as "userId", service, happening, record from live_events
      where service = 'pto' and record->>'id' = ${String(id)}`.execute(agency.db)
    expect(rows).toEqual([
      { userId: agent.userId, service: 'pto', happening: 'patched', record: { id, statusId: Denied } },
    ])
  })
})

test('ACCESS-15 only agents with view.PTO or admin.PTO can call the routes', async () => {
  const without = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
  const noAgent = await agency.person({ roles: ['administrator'], claims: ['admin.PTO'] })
  for (const person of [without, noAgent]) {
    expect((await refusal(person.call(pto.list, {}))).code).toBe('right.missing')
    expect((await refusal(requestOf(person))).code).toBe('right.missing')
  }
})
