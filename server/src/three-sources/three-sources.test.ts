import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { classesToReview, type SourceClass, sourceClasses } from '@coverdesk/domain/three-sources/source-class.ts'
import { threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCarrier, termsFrom } from '../carriers/carrier-samples.ts'
import { lockRuns } from '../pay-runs/pay-run-queries.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { loadLines } from '../variances/variance-samples.ts'
import { compareSources } from './compare-sources.ts'

const [anasNpn, luisNpn] = ['30000001', '30000002']

let agency: TestApp
let admin: Person
let office: Person
let ana: Person
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  const claims = ['admin.Statement', 'view.Policy']
  office = await agency.person({ roles: ['agent', 'administrator'], claims, fullAccess: true })
  const sees = { roles: ['agent', 'administrator'] as const, claims: ['view.Statement', 'view.Policy'] }
  ana = await agency.person({ ...sees, roles: [...sees.roles], npn: anasNpn })
  await agency.person({ ...sees, roles: [...sees.roles], npn: luisNpn })
})
afterAll(() => agency.close())

interface Exchange {
  number: string
  name?: string
  npn?: string
  effective?: string
  expiration?: string
  members?: number
  status?: string
}

let applications = 0
/** Stores the exchange's record of an application with one policy of a carrier. Returns its id. */
async function exchange(carrier: string, one: Exchange): Promise<string> {
  const appId = `77${String(++applications).padStart(8, '0')}`
  const [first, last] = (one.name ?? 'Rosa Ledesma').split(' ')
  const document = {
    policies: [
      {
        plan: { id: '99999FL0010001', issuer: carrier },
        status: one.status ?? 'Effectuated',
        members: Array.from({ length: one.members ?? 2 }, (_, at) => ({ personId: String(at) })),
        id_issuer: one.number,
        id_exchange: `${appId}-1`,
        dateEffective: one.effective ?? '2026-01-01',
        dateExpiration: one.expiration ?? '2026-12-31',
      },
    ],
  }
  await sql`
    insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, agent_npn, raw)
    values (${appId}, '2026-02-20T15:00:00Z', ${first}, ${last}, ${one.npn ?? anasNpn}, ${JSON.stringify(document)})`.execute(
    agency.db,
  )
  return appId
}
const setNpn = (appId: string, npn: string | null, day: string) =>
  sql`update marketplace_applications set agent_npn = ${npn}, snapshot_at = ${`${day}T15:00:00Z`}
    where exchange_assigned_id = ${appId}`.execute(agency.db)

const book = (carrierId: number, rows: readonly PolicyFields[], month = 2) =>
  uploadPolicies(
    admin,
    { carrierId, month },
    rows.map((row) => ({ npn: anasNpn, ...row })),
  )
/** A carrier that owes 20.00 a member. */
async function payingCarrier() {
  const carrier = await newCarrier(agency)
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '12/2026',
    amount: '20.00',
  })
  return carrier
}

const newsOf = async (person: Person) =>
  (await person.call(notifications.list, {})).data.filter(({ kind }) => kind === 'agent-change').map(({ text }) => text)

/** Policy or exchange id and class of a month's units of a carrier. */
async function classesOf(carrierId: number, month = '02/2026') {
  await compareSources(agency.db)
  const { data } = await office.call(threeSources.list, {
    carrierId,
    month,
    pageSize: 500,
    sort: 'insured',
    order: 'asc',
  })
  return Object.fromEntries(data.map((row) => [row.policyNumber ?? row.appId ?? '', row.class]))
}

/** The sums of the classes are those that the sources have. */
async function expectSums(carrierId: number, month = '02/2026'): Promise<void> {
  const { classes, sources, comparedAt } = await office.call(threeSources.summary, { carrierId, month })
  const sum = (read: (one: (typeof classes)[number]) => number) => classes.reduce((total, one) => total + read(one), 0)
  expect(comparedAt).not.toBeNull()
  expect({
    exchange: sum(({ exchange }) => exchange),
    book: sum(({ book }) => book),
    paid: sum(({ paid }) => Math.round(Number(paid) * 100)),
  }).toEqual({ ...sources, paid: Math.round(Number(sources?.paid) * 100) })
}

test('Each class is found, each record is in one of them, and the sums of the classes are those of the sources', async () => {
  const carrier = await payingCarrier()
  const both = ['AGENT', 'FACTS', 'MEMBERS', 'SHORT', 'MISSING', 'AGREES', 'LATE'].map((number) => ({ number }))
  await book(carrier.id, [
    ...both.map((row) => (row.number === 'LATE' ? { ...row, paid: '01/31/2026' } : row)),
    { number: 'NORECORD' },
    { number: 'NORECORD2' },
    { number: 'OFF' },
    { number: 'OFF2' },
    { number: 'ENDED', term: '01/31/2026' },
    { number: 'ENDED2', term: '01/31/2026' },
  ])
  await sql`update policies set exchange_subscriber_id = 'E' || policy_number
    where carrier_id = ${carrier.id} and policy_number not like 'OFF%'`.execute(agency.db)
  await loadLines(admin, carrier.name, 2, [
    ...['AGENT', 'FACTS', 'AGREES', 'NORECORD', 'OFF', 'ENDED'].map((number) => [number, '40.00'] as const),
    ['SHORT', '30.00'],
    ['UNMATCHED', '12.34'],
  ])
  await exchange(carrier.name, { number: 'AGENT', npn: '18244905' })
  await exchange(carrier.name, { number: 'FACTS', expiration: '2026-05-31' })
  await exchange(carrier.name, { number: 'MEMBERS', members: 3 })
  for (const number of ['SHORT', 'MISSING', 'AGREES', 'LATE', 'ENDED', 'ENDED2'])
    await exchange(carrier.name, { number })
  const unknown = await exchange(carrier.name, { number: 'UNKNOWN' })
  await exchange(carrier.name, { number: 'NORECORD2', status: 'Cancelled' })
  expect(await classesOf(carrier.id)).toEqual({
    AGENT: 'agent differs',
    FACTS: 'facts differ',
    MEMBERS: 'facts differ',
    SHORT: 'paid differently',
    MISSING: 'not paid',
    AGREES: 'agrees',
    LATE: 'waiting',
    NORECORD: 'no exchange record, paid',
    NORECORD2: 'no exchange record, unpaid',
    OFF: 'off exchange, paid',
    OFF2: 'off exchange, unpaid',
    ENDED: 'paid, not on book',
    ENDED2: 'not on book',
    [unknown]: 'not on book',
    UNMATCHED: 'statement only',
  } satisfies Record<string, SourceClass>)
  await expectSums(carrier.id)
  const { classes } = await office.call(threeSources.summary, { carrierId: carrier.id, month: '02/2026' })
  expect(new Set(classes.map((one) => one.class))).toEqual(new Set(sourceClasses))
  const month = { carrierId: carrier.id, month: '02/2026', pageSize: 500 }
  const { data: toReview } = await office.call(threeSources.list, { ...month, show: 'review' })
  expect(new Set(toReview.map((row) => row.class))).toEqual(new Set(classesToReview))
  expect((await office.call(threeSources.list, { ...month, show: 'all' })).totalRecords).toBe(15)
})

test('A book that names no agent names no other one than the exchange', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [
    { number: 'S1', npn: '' },
    { number: 'S2', npn: luisNpn },
  ])
  for (const number of ['S1', 'S2']) await exchange(carrier.name, { number })
  await loadLines(admin, carrier.name, 2, [['S1', '40.00']])
  expect(await classesOf(carrier.id)).toEqual({ S1: 'agrees', S2: 'agent differs' })
})

test('What was reviewed leaves the list to review with its note, comes back when its sources say something else, and another agent is reviewed for all months', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'R1' }, { number: 'R2' }])
  for (const month of [1, 2])
    await loadLines(admin, carrier.name, month, [
      ['R1', '40.00'],
      ['R2', '30.00'],
    ])
  const taken = await exchange(carrier.name, { number: 'R1', npn: '18244905' })
  await exchange(carrier.name, { number: 'R2' })
  await compareSources(agency.db)
  const shown = async (show: 'review' | 'reviewed', month = '02/2026') =>
    (await office.call(threeSources.list, { carrierId: carrier.id, month, show, sort: 'insured', order: 'asc' })).data
  const numbers = async (...of: Parameters<typeof shown>) => (await shown(...of)).map((row) => row.policyNumber).sort()
  const left = async () => {
    const { classes } = await office.call(threeSources.summary, { carrierId: carrier.id, month: '02/2026' })
    return classes.reduce((sum, { units, reviewed }) => sum + units - reviewed, 0)
  }
  const rows = await shown('review')
  expect(rows.map((row) => [row.policyNumber, row.class]).sort()).toEqual([
    ['R1', 'agent differs'],
    ['R2', 'paid differently'],
  ])
  const before = await left()
  for (const { id, class: seen } of rows)
    await office.call(threeSources.review, { id, class: seen, note: ' Client moved ' })
  expect(await numbers('review')).toEqual([])
  expect(await left()).toBe(before - 2)
  expect((await shown('reviewed'))[0]).toMatchObject({ reviewNote: 'Client moved', reviewedBy: expect.any(String) })
  expect([await numbers('review', '01/2026'), await numbers('reviewed', '01/2026')]).toEqual([['R2'], ['R1']])

  await setNpn(taken, '18244906', '2026-02-25')
  await loadLines(admin, carrier.name, 2, [['R2', '1.00']])
  await compareSources(agency.db)
  expect([await numbers('review'), await numbers('reviewed')]).toEqual([['R1', 'R2'], []])
  const [row] = await shown('review')
  const id = row?.id ?? 0
  await expect(office.call(threeSources.review, { id, class: 'agrees' })).rejects.toMatchObject({
    code: 'record.changed',
  })
  await office.call(threeSources.review, { id, class: row?.class ?? 'agrees' })
  expect(await office.call(threeSources.reopen, { id })).toMatchObject({ reviewedAt: null })
  expect(await numbers('review')).toEqual(['R1', 'R2'])
})

test('A reviewer without a contact is named by the user name', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'N1' }])
  await exchange(carrier.name, { number: 'N1', npn: '18244905' })
  await compareSources(agency.db)
  const { data } = await office.call(threeSources.list, { carrierId: carrier.id, month: '02/2026', show: 'all' })
  const [unit] = data
  const reviewer = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'view.Policy'],
    fullAccess: true,
  })
  await sql`update users set contact_id = null where id = ${reviewer.userId}`.execute(agency.db)
  const reviewed = await reviewer.call(threeSources.review, { id: unit?.id ?? 0, class: unit?.class ?? 'agrees' })
  expect(reviewed.reviewedBy).toMatch(/^person-.*@agency\.test$/)
})

test('21 A change to an agent of others notifies with what it costs to the end of the year, once; a move inside the agency does not', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'T1', members: 3 }, { number: 'T2' }], 5)
  for (const month of [4, 5])
    await loadLines(admin, carrier.name, month, [
      ['T1', '60.00'],
      ['T2', '40.00'],
    ])
  const taken = await exchange(carrier.name, { number: 'T1', members: 3 })
  const moved = await exchange(carrier.name, { number: 'T2' })
  await compareSources(agency.db)
  const news = () => newsOf(ana)
  const before = await news()
  await setNpn(taken, '18244905', '2026-05-20')
  await setNpn(moved, luisNpn, '2026-05-20')
  await compareSources(agency.db)
  await compareSources(agency.db)
  // 3 members × 20.00 × the eight months from May to December.
  expect((await news()).slice(0, -before.length || undefined)).toEqual([
    'The exchange shows another agent for a policy: $480.00 at stake this year',
  ])
  const { data } = await office.call(threeSources.list, {
    carrierId: carrier.id,
    month: '05/2026',
    class: 'agent differs',
  })
  expect(data.map(({ policyNumber, stake }) => [policyNumber, stake])).toEqual([
    ['T1', '480.00'],
    ['T2', '320.00'],
  ])
  const { timeline, stakeReason } = await office.call(threeSources.one, { id: data[0]?.id ?? 0 })
  expect(stakeReason).toBe('$60.00 a month × 8 months left in 2026')
  expect(timeline).toMatchObject([
    { source: 'exchange', from: '2026-02-20', npn: anasNpn },
    { source: 'exchange', from: '2026-05-20', npn: '18244905', agent: null },
    { source: 'book', npn: anasNpn },
  ])
})

test('21 A book alone that names an agent of others notifies once with what it costs, again after the policy was regained, and not of a move inside the agency', async () => {
  const carrier = await payingCarrier()
  const foreign = '18244911'
  await book(carrier.id, [{ number: 'B1', members: 3 }, { number: 'B2' }, { number: 'B3' }], 1)
  await loadLines(admin, carrier.name, 1, [
    ['B1', '60.00'],
    ['B2', '40.00'],
    ['B3', '40.00'],
  ])
  await compareSources(agency.db)
  const named = async (month: number, npn: string) => {
    const before = (await newsOf(office)).length
    const load = await book(
      carrier.id,
      [{ number: 'B1', members: 3, npn }, { number: 'B2', npn: luisNpn }, { number: 'B3' }],
      month,
    )
    await compareSources(agency.db)
    await compareSources(agency.db)
    const all = await newsOf(office)
    return { load, news: all.slice(0, all.length - before) }
  }
  // 3 members × 20.00 × the ten months from March to December.
  const lost = 'The carrier’s book names another agent for a policy: $600.00 at stake this year'
  const { load, news } = await named(3, foreign)
  expect(news).toEqual([lost])
  expect(await newsOf(ana)).toContain(lost)
  await admin.call(uploads.undo, { batchId: load.batchId ?? 0 })
  await compareSources(agency.db)
  expect((await named(3, foreign)).news).toEqual([lost])
  expect((await named(4, anasNpn)).news).toEqual([])
  // Eight months from May on.
  expect((await named(5, foreign)).news).toEqual([lost.replace('600', '480')])
})

test('A statement alone that pays an agent of others notifies with what it costs, once, and not if it names an agent of the agency', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'N1' }, { number: 'N2' }], 4)
  const before = (await newsOf(office)).length
  for (const month of [4, 5]) {
    const lines = [
      { number: 'N1', amount: '40.00', month, npn: '18244912' },
      { number: 'N2', amount: '40.00', month, npn: luisNpn },
    ]
    await uploadAs(admin, commissionCsv(lines, carrier.name), {}, `${carrier.name}-npn-${month}.csv`)
    await compareSources(agency.db)
  }
  const all = await newsOf(office)
  // 2 members × 20.00 × the nine months from April to December.
  expect(all.slice(0, all.length - before)).toEqual([
    'A statement names another agent for a policy: $360.00 at stake this year',
  ])
})

test('An agent who sees pay alone hears of a change of agent without what it costs the agency', async () => {
  const npn = '30000003'
  const eva = await agency.person({ roles: ['agent'], claims: ['view.Policy', 'view.Statement'], npn })
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'E1', members: 3, npn }], 5)
  await loadLines(admin, carrier.name, 5, [['E1', '60.00']])
  const taken = await exchange(carrier.name, { number: 'E1', members: 3, npn })
  await setNpn(taken, '18244905', '2026-05-20')
  await compareSources(agency.db)
  const news = async (person: Person) => (await newsOf(person))[0]
  expect(await news(eva)).toBe('The exchange shows another agent for a policy')
  expect(await news(office)).toMatch(/: \$480\.00 at stake this year$/)
})

test('A pay run that is calculated does not hold up the comparison of the sources', async () => {
  const carrier = await payingCarrier()
  await exchange('No carrier of ours', { number: 'W1' })
  await book(carrier.id, [{ number: 'W1' }])
  await agency.db.transaction().execute(async (run) => {
    await lockRuns(run)
    expect(await compareSources(agency.db)).toBeGreaterThan(0)
  })
})

test('Look-alikes are never joined: two policies of one member, two carriers, an equal name; a renamed person is never split', async () => {
  const [carrier, other] = [await payingCarrier(), await payingCarrier()]
  await book(carrier.id, [
    { number: 'L1', name: 'Ada Twin' },
    { number: 'L2', name: 'Ada Twin' },
    { number: 'L3', name: 'Ada Twin' },
  ])
  await book(other.id, [{ number: 'L9' }])
  await sql`update policies set member_id = 'M77' where carrier_id = ${carrier.id} and policy_number in ('L1', 'L2')`.execute(
    agency.db,
  )
  const twice = await exchange(carrier.name, { number: 'M77', name: 'Ada Twin' })
  const elsewhere = await exchange(carrier.name, { number: 'L9' })
  await exchange(carrier.name, { number: 'L3', name: 'Ada Married' })
  expect(await classesOf(carrier.id)).toEqual({
    L1: 'off exchange, unpaid',
    L2: 'off exchange, unpaid',
    L3: 'waiting',
    [twice]: 'not on book',
    [elsewhere]: 'not on book',
  })
  expect(await classesOf(other.id)).toEqual({ L9: 'off exchange, unpaid' })
})

test('An undo, a later load and a record that leaves the exchange are followed by the comparison', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'U1' }])
  const { batchId } = await loadLines(admin, carrier.name, 2, [['U1', '40.00']])
  const appId = await exchange(carrier.name, { number: 'U1' })
  expect(await classesOf(carrier.id)).toEqual({ U1: 'agrees' })
  await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  expect((await office.call(threeSources.summary, {})).comparedAt).toBeNull()
  expect(await classesOf(carrier.id)).toEqual({ U1: 'waiting' })
  await sql`update marketplace_applications set raw = null, document = '{}' where exchange_assigned_id = ${appId}`.execute(
    agency.db,
  )
  await loadLines(admin, carrier.name, 3, [['U1', '40.00']])
  expect(await classesOf(carrier.id, '03/2026')).toEqual({ U1: 'off exchange, paid' })
  expect(await classesOf(carrier.id)).toEqual({ U1: 'off exchange, unpaid' })
  await expectSums(carrier.id, '03/2026')
})

test('Where arrears change, each line is in the month that its statement pays, and the sums agree', async () => {
  const carrier = await payingCarrier()
  await book(carrier.id, [{ number: 'T1' }])
  for (const month of [2, 3, 4])
    await loadLines(admin, carrier.name, month, [
      ['T1', '40.00'],
      [`UNKNOWN ${month}`, '1.00'],
    ])
  const months = ['02/2026', '03/2026', '04/2026']
  const numbers = async () => {
    const found = []
    for (const month of months) {
      found.push(
        Object.keys(await classesOf(carrier.id, month))
          .sort()
          .join(' '),
      )
      await expectSums(carrier.id, month)
    }
    return found
  }
  expect(await numbers()).toEqual(['T1 UNKNOWN 2', 'T1 UNKNOWN 3', 'T1 UNKNOWN 4'])
  // The statement of March pays February too, and the one of April pays March.
  await changeCarrier(admin, carrier.id, { laterTerms: [termsFrom(3, { arrears: 1 })] })
  expect(await numbers()).toEqual(['T1 UNKNOWN 2 UNKNOWN 3', 'T1 UNKNOWN 4', 'T1'])
})

test('In random agencies each unit is what a second calculation says, and the sums agree', async () => {
  const policy = fc.record({
    inBook: fc.boolean(),
    ended: fc.boolean(),
    members: fc.integer({ min: 1, max: 3 }),
    record: fc.option(
      fc.record({ other: fc.boolean(), members: fc.integer({ min: 1, max: 3 }), cancelled: fc.boolean() }),
    ),
    cents: fc.constantFrom(0, 2000, 4000, 6000, -1000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(policy, { minLength: 1, maxLength: 12 }), async (world) => {
      const carrier = await payingCarrier()
      const rows = world.flatMap(({ inBook, ended, members }, at) =>
        inBook ? [{ number: `R${at}`, members, ...(ended ? { term: '01/31/2026' } : {}) }] : [],
      )
      if (rows.length > 0) await book(carrier.id, rows)
      await loadLines(admin, carrier.name, 2, [
        ['ZERO', '0.01'],
        ...world.flatMap(({ cents }, at) => (cents === 0 ? [] : [[`R${at}`, (cents / 100).toFixed(2)] as const])),
      ])
      const ids = new Map<string, string>()
      for (const [at, { record }] of world.entries())
        if (record)
          ids.set(
            `R${at}`,
            await exchange(carrier.name, {
              number: `R${at}`,
              members: record.members,
              ...(record.other ? { npn: '18244905' } : {}),
              ...(record.cancelled ? { status: 'Cancelled' } : {}),
            }),
          )
      const expected: Record<string, SourceClass> = { ZERO: 'statement only' }
      for (const [at, { inBook, ended, members, record, cents }] of world.entries()) {
        const [known, holds] = [inBook, inBook && !ended]
        const enrolled = record !== null && !record.cancelled
        const due = members * 2000
        if (enrolled && holds)
          expected[`R${at}`] = record.other
            ? 'agent differs'
            : record.members !== members
              ? 'facts differ'
              : cents === due
                ? 'agrees'
                : cents !== 0
                  ? 'paid differently'
                  : 'not paid'
        else if (enrolled && known) expected[`R${at}`] = cents === 0 ? 'not on book' : 'paid, not on book'
        else if (holds) expected[`R${at}`] = cents === 0 ? 'off exchange, unpaid' : 'off exchange, paid'
        else {
          if (enrolled) expected[ids.get(`R${at}`) ?? ''] = 'not on book'
          if (cents !== 0) expected[`R${at}`] = 'statement only'
        }
      }
      expect(await classesOf(carrier.id)).toEqual(expected)
      await expectSums(carrier.id)
    }),
    { numRuns: 8 },
  )
}, 120_000)
