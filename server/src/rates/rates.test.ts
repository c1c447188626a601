import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, putAnything } from '../agents/test-agents.ts'
import { changesSince } from '../history/record-changes.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

const today = '2026-11-21'
let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  // 23:30 of the day before in UTC+0 terms of New York: the agency's day, not UTC's, decides.
  agency.setClock(() => new Date('2026-11-22T04:30:00Z'))
  admin = await agency.person({ roles: ['administrator'], claims: ['admin.AgentRate'] })
})
afterAll(() => agency.close())

let npns = 60_000_000
/** An agent and a carrier used by no other test. */
async function pair(): Promise<{ agentId: number; carrierId: number }> {
  const { agentId } = await agency.person({ npn: String(++npns) })
  return { agentId: agentId ?? 0, carrierId: await agency.carrier(`Carrier ${npns}`) }
}
type New = InputOf<typeof rates.create>
const create = (input: New) => admin.call(rates.create, input)
const listOf = async (query: InputOf<typeof rates.list>) =>
  (await admin.call(rates.list, { pageSize: 500, ...query })).data

describe('a new rate', () => {
  test('RATE-11 RATE-13 is saved with names and appears in the list; RATE-06 the amount has two decimals', async () => {
    const who = await pair()
    const made = await create({ ...who, rate1: '18.5', startDate: today })
    expect(made).toMatchObject({ ...who, rate1: '18.50', startDate: today, endDate: null, version: 1, ended: null })
    const [row] = await listOf(who)
    const { ended: _, ...saved } = made
    expect(row).toEqual(saved)
    expect((await create({ ...(await pair()), startDate: today })).rate1).toBe('0.00')
  })

  test('RATE-08 RATE-14 today is the agency’s day: an earlier start is refused, today is accepted', async () => {
    const who = await pair()
    await expect(create({ ...who, startDate: '2026-11-20' })).rejects.toMatchObject({
      status: 400,
      message: "Start date can't be before 11/21/2026",
      details: [{ path: 'startDate', message: "Start date can't be before 11/21/2026" }],
    })
    expect(await listOf(who)).toEqual([])
    expect((await create({ ...who, startDate: today })).startDate).toBe(today)
  })

  test('RATE-05 RATE-07 RATE-14 missing fields and an end before the start answer 400 with a message, and save nothing', async () => {
    const who = await pair()
    const refused: [object, string][] = [
      [{ carrierId: who.carrierId, startDate: today }, 'Agent is required'],
      [{ agentId: who.agentId, startDate: today }, 'Carrier is required'],
      [{ ...who }, 'Start date is required'],
      [{ ...who, startDate: today, endDate: today }, "EndDate can't be before StartDate"],
      [{ ...who, startDate: today, endDate: '2026-11-01' }, "EndDate can't be before StartDate"],
      [{ ...who, startDate: today, rate1: '-1' }, "Rate can't be negative"],
      [{ ...who, startDate: '2026-02-30' }, 'Start date: Must be valid date'],
      [{ ...who, startDate: today, agentName: 'x' }, 'This field is not known here: "agentName"'],
      [{ ...who, startDate: today, version: 3 }, 'This field is not known here: "version"'],
    ]
    for (const [body, message] of refused)
      expect(await putAnything(agency, admin, 'POST', '/api/Rates', body), message).toMatchObject({
        status: 400,
        message,
      })
    expect(await listOf(who)).toEqual([])
  })

  test('P-26 an agent or carrier that does not exist answers 404', async () => {
    const who = await pair()
    await expect(create({ ...who, agentId: 99_999_999, startDate: today })).rejects.toMatchObject({
      code: 'agent.not_found',
    })
    await expect(create({ ...who, carrierId: 99_999_999, startDate: today })).rejects.toMatchObject({
      code: 'carrier.not_found',
    })
  })

  test('RATE-07 RATE-14 an open earlier rate ends on the day before, as shown in the response, both histories and the audit record', async () => {
    const who = await pair()
    const first = await create({ ...who, rate1: '18.00', startDate: today })
    const second = await create({ ...who, rate1: '20.00', startDate: '2026-12-01' })
    expect(second.ended).toEqual({ id: first.id, rate1: '18.00', endDate: '2026-11-30' })
    expect(await listOf(who)).toMatchObject([
      { id: first.id, endDate: '2026-11-30', version: 2 },
      { id: second.id, endDate: null, version: 1 },
    ])
    expect(
      (await changesSince(agency.db, 'rate', first.id, 1)).map(({ action, changes }) => ({ action, changes })),
    ).toEqual([{ action: 'Ended by a new rate', changes: [{ field: 'End date', old: null, new: '11/30/2026' }] }])
    const [created, ended] = await eventsOf(agency, 'rate', first.id)
    const [next] = await eventsOf(agency, 'rate', second.id)
    expect([created?.action, ended?.action, next?.action]).toEqual(['create', 'update', 'create'])
    expect(ended?.request_id).toBe(next?.request_id)
    expect(JSON.stringify([created, ended, next])).not.toMatch(/18\.00|20\.00|11\/30/)
  })

  test('RATE-14 any other overlap is refused with the start of the conflicting rate', async () => {
    const who = await pair()
    await create({ ...who, startDate: '2026-12-01', endDate: '2026-12-31' })
    await expect(create({ ...who, startDate: '2026-12-31' })).rejects.toMatchObject({
      status: 400,
      code: 'rate.overlaps',
      message: 'Overlaps the rate from 12/01/2026',
      details: [{ path: 'startDate' }],
    })
    await expect(create({ ...who, startDate: today })).rejects.toMatchObject({ code: 'rate.overlaps' })
    await expect(create({ ...who, startDate: '2026-12-01', endDate: '2026-12-02' })).rejects.toMatchObject({
      code: 'rate.overlaps',
    })
    expect(await listOf(who)).toHaveLength(1)
    const other = { ...who, carrierId: (await pair()).carrierId }
    expect((await create({ ...other, startDate: '2026-12-15' })).ended).toBeNull()
  })
})

describe('an edited rate', () => {
  test('RATE-12 changes amount and days; agent and carrier stay', async () => {
    const who = await pair()
    const { id, version } = await create({ ...who, rate1: '18.00', startDate: today })
    const edited = await admin.call(rates.edit, {
      id,
      version,
      rate1: '19.25',
      startDate: '2026-12-01',
      endDate: '2027-01-31',
    })
    expect(await listOf(who)).toEqual([edited])
    expect(edited).toMatchObject({ ...who, rate1: '19.25', startDate: '2026-12-01', endDate: '2027-01-31', version: 2 })
    const body = { version: 2, rate1: '1.00', startDate: '2026-12-01', agentId: 1 }
    expect((await putAnything(agency, admin, 'PUT', `/api/Rates/${id}`, body)).status).toBe(400)
  })

  test('RATE-08 an old start may stay, but not move within the past; RATE-07 the end may not be before it', async () => {
    const who = await pair()
    const { rows } = await sql<{ id: number }>`
      insert into agent_rates (agent_id, carrier_id, rate, start_date)
      values (${who.agentId}, ${who.carrierId}, 18, '2026-01-01') returning id`.execute(agency.db)
    const id = rows[0]?.id ?? 0
    const saved = await admin.call(rates.edit, {
      id,
      version: 1,
      rate1: '18.00',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
    })
    expect(saved.endDate).toBe('2026-12-31')
    for (const days of [{ startDate: '2026-02-01' }, { startDate: '2026-01-01', endDate: '2026-01-01' }])
      await expect(admin.call(rates.edit, { id, version: 2, rate1: '18.00', ...days })).rejects.toMatchObject({
        status: 400,
      })
    await create({ ...who, startDate: '2027-01-01' })
    await expect(
      admin.call(rates.edit, { id, version: 2, rate1: '18.00', startDate: '2026-01-01', endDate: null }),
    ).rejects.toMatchObject({ message: 'Overlaps the rate from 01/01/2027' })
  })

  test('P-74 when many edit one rate, one succeeds per round; the history is the accepted changes', async () => {
    const { id } = await create({ ...(await pair()), rate1: '5.00', startDate: today })
    let accepted = 1
    for (let round = 0; round < 4; round++) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          admin.call(rates.edit, { id, version: accepted, rate1: `${round + 1}${n}.00`, startDate: today }),
        ),
      )
      const won = outcomes.filter(({ status }) => status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ status: 409, details: { since: [{ changes: [{ field: 'Rate' }] }] } })
      accepted++
    }
    const history = await admin.call(rates.history, { id })
    expect(history.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
    for (const [index, { changes }] of history.entries())
      if (index > 1) expect(changes[0]?.old).toBe(history[index - 1]?.changes[0]?.new)
    expect((await eventsOf(agency, 'rate', id)).length).toBe(5)
  })

  test('P-74 saving an unchanged rate creates neither a version nor history', async () => {
    const made = await create({ ...(await pair()), rate1: '5.00', startDate: today })
    const { id, version } = made
    expect(await admin.call(rates.edit, { id, version, rate1: '5', startDate: today, endDate: null })).toMatchObject({
      version,
    })
    expect(await admin.call(rates.history, { id })).toHaveLength(1)
  })

  test('P-26 a rate that does not exist answers 404 before any other check', async () => {
    await expect(
      admin.call(rates.edit, { id: 99_999_999, version: 1, rate1: '1.00', startDate: '2020-01-01' }),
    ).rejects.toMatchObject({ status: 404, code: 'rate.not_found' })
  })
})

test('ACCESS-29 reading needs administrator and view.AgentRate, writing admin.AgentRate', async () => {
  const who = await pair()
  const reader = await agency.person({ roles: ['administrator'], claims: ['view.AgentRate'] })
  expect((await reader.call(rates.list, who)).data).toEqual([])
  await expect(reader.call(rates.create, { ...who, startDate: today })).rejects.toMatchObject({ status: 403 })
  const claimless = await agency.person({ roles: ['administrator'], claims: [] })
  await expect(claimless.call(rates.list, {})).rejects.toMatchObject({ status: 403 })
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.AgentRate'], fullAccess: true })
  await expect(agent.call(rates.list, {})).rejects.toMatchObject({ status: 403 })
  expect(await listOf(who)).toEqual([])
})

test('RATE-01 RATE-02 the filters agent, carrier and when, alone and combined; sorted by agent, carrier and start', async () => {
  const [one, two] = [await pair(), await pair()]
  await sql`
    insert into agent_rates (agent_id, carrier_id, rate, start_date, end_date) values
      (${one.agentId}, ${one.carrierId}, 1, '2025-01-01', '2026-11-20'), (${one.agentId}, ${one.carrierId}, 2, '2026-11-21', '2026-11-21'),
      (${one.agentId}, ${one.carrierId}, 3, '2026-11-22', null), (${one.agentId}, ${two.carrierId}, 4, '2026-01-01', null),
      (${two.agentId}, ${two.carrierId}, 5, '2026-01-01', null)`.execute(agency.db)
  const amounts = async (query: InputOf<typeof rates.list>) => (await listOf(query)).map(({ rate1 }) => Number(rate1))
  expect(await amounts({ agentId: one.agentId })).toEqual([1, 2, 3, 4])
  expect(await amounts({ carrierId: two.carrierId })).toEqual([4, 5])
  expect(await amounts({ agentId: one.agentId, carrierId: two.carrierId })).toEqual([4])
  expect(await amounts({ agentId: one.agentId, when: 'now' })).toEqual([2, 4])
  expect(await amounts({ agentId: one.agentId, when: 'coming' })).toEqual([3])
  expect(await amounts({ agentId: one.agentId, when: 'ended' })).toEqual([1])
  expect(await amounts({ agentId: one.agentId, sort: 'rate', order: 'desc' })).toEqual([4, 3, 2, 1])
  const csv = await agency.app.inject({
    url: `/api/Rates?agentId=${one.agentId}&when=now`,
    headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
  })
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
})

const day = fc.integer({ min: 21, max: 50 }).map((n) => new Date(Date.UTC(2026, 10, n)).toISOString().slice(0, 10))
const step = fc.record({
  does: fc.constantFrom('create', 'edit', 'end'),
  which: fc.nat(5),
  startDate: day,
  endDate: fc.option(day),
  /** Sent concurrently with the step before it. */
  together: fc.boolean(),
})

test('RATE-14 P-58 after any creates, edits and ends, also concurrent ones, no day has two rates', async () => {
  const second = await agency.person({ roles: ['administrator'], claims: ['admin.AgentRate'] })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const who = await pair()
      const performStep = async (person: Person, { does, which, startDate, endDate }: (typeof steps)[number]) => {
        const existing = await listOf(who)
        const rate = existing[which % Math.max(1, existing.length)]
        if (does === 'create' || !rate)
          return await person.call(rates.create, { ...who, rate1: '1.00', startDate, endDate })
        const { id, version } = rate
        const days = does === 'end' ? { startDate: rate.startDate, endDate } : { startDate, endDate }
        return await person.call(rates.edit, { id, version, rate1: '2.00', ...days })
      }
      for (let at = 0; at < steps.length; at++) {
        const batch = [steps[at], steps[at + 1]?.together ? steps[++at] : undefined].filter((one) => one !== undefined)
        const outcomes = await Promise.allSettled(
          batch.map((one, index) => performStep(index === 0 ? admin : second, one)),
        )
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            expect(outcome.reason).toMatchObject({ status: expect.toSatisfy((n) => n === 400 || n === 409) })
        const remaining = await listOf(who)
        const versions = new Map<string, number>()
        for (const { id, startDate, endDate } of remaining)
          for (let time = Date.parse(startDate); time <= Date.parse(endDate ?? '2027-02-01'); time += 86_400_000) {
            const date = new Date(time).toISOString().slice(0, 10)
            expect(versions.get(date), `${date} has the rates ${versions.get(date)} and ${id}`).toBeUndefined()
            versions.set(date, id)
          }
      }
    }),
    { numRuns: 25 },
  )
})

test('a database constraint refuses a second rate on a day', async () => {
  const who = await pair()
  await create({ ...who, startDate: today })
  await expect(
    sql`insert into agent_rates (agent_id, carrier_id, start_date) values (${who.agentId}, ${who.carrierId}, '2027-01-01')`.execute(
      agency.db,
    ),
  ).rejects.toMatchObject({ constraint: 'agent_rates_one_a_day' })
})
