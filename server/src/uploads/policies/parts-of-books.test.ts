import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, policyState, refusal } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.person({ roles: ['agent'], npn: '19984127' })
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await agency.carrier(`Carrier ${++round}`)
})

/** Policies `from` to `to`: every fourth in Texas, the others in Florida; every third of another agent. */
const file = (from: number, to: number, premium = '100.00') =>
  csv([
    ['PolicyNumber', 'FirstName', 'LastName', 'State', 'AgentNPN', 'MonthlyPremium'],
    ...Array.from({ length: to - from + 1 }, (_, at) => {
      const n = from + at
      return [`P${n}`, 'Ana', `Vance ${n}`, n % 4 === 0 ? 'TX' : 'FL', n % 3 === 0 ? '77777' : '19984127', premium]
    }),
  ])
const load = (text: string, more: object = {}) =>
  admin.call(uploads.process, { carrierId: carrier, month: 3, year: 2026, ...more }, { text, name: 'book.csv' })
const check = (text: string, more: object = {}) =>
  admin.call(uploads.check, { carrierId: carrier, month: 3, year: 2026, ...more }, { text, name: 'book.csv' })
const missing = async () =>
  (
    await sql<{ n: number; lost: number }>`
      select count(*) filter (where missing_since is not null)::int as n,
        (select count(*)::int from lost_policies where carrier_id = ${carrier}) as lost
      from policies where carrier_id = ${carrier}`.execute(agency.db)
  ).rows[0]

test('A-056 a file without more than 5 % of the carrier’s policies is refused in numbers until exactly that number is confirmed', async () => {
  await load(file(1, 40))
  const before = await policyState(agency.db)
  const part = file(1, 30, '101.00')
  expect(await check(part)).toMatchObject({
    state: 'checked',
    counts: { missing: 10 },
    book: { standing: 40, manyMissing: true, newer: null },
  })
  const failure = await refusal(load(part))
  expect(failure).toMatchObject({ status: 409, code: 'upload.many_missing' })
  expect(failure.message).toContain(
    '10 of 40 policies (25%) are not in this file and would become missing. Nothing was loaded.',
  )
  expect((await refusal(load(part, { confirmMissing: 9 }))).code).toBe('upload.many_missing')
  expect(await policyState(agency.db)).toEqual(before)
  expect((await load(part, { confirmMissing: 10 })).counts).toMatchObject({ changed: 30, missing: 10 })
  expect((await missing())?.n).toBe(10)
})

test('A-056 two of forty missing policies need no confirmation', async () => {
  await load(file(1, 40))
  expect((await load(file(1, 38))).counts).toMatchObject({ missing: 2 })
})

test('A-056 a part makes nothing outside of it missing or lost: only some policies, those of its states, those of its agents', async () => {
  await load(file(1, 40))
  const some = await load(file(1, 4, '1.00'), { part: 'some' })
  expect(some.counts).toMatchObject({ changed: 4, missing: 0 })
  const texas = file(4, 4).replace('P4', 'P8')
  expect((await check(texas, { part: 'state' })).counts).toMatchObject({ missing: 9 })
  expect((await refusal(load(texas, { part: 'state' }))).code).toBe('upload.many_missing')
  await load(texas, { part: 'state', confirmMissing: 9 })
  const { data } = await admin.call(policies.list, { carrier, pageSize: 500 })
  expect(data.filter(({ policyNumber }) => Number(policyNumber.slice(1)) % 4 !== 0)).toHaveLength(30)
  expect(await missing()).toEqual({ n: 9, lost: 9 })
  const agent = file(3, 3, '2.00')
  expect((await check(agent, { part: 'agent' })).counts).toMatchObject({ missing: 9 })
  const batches = await admin.call(uploads.batches, { carrier })
  expect(batches.data.map(({ part }) => part)).toEqual(['state', 'some', null])
})

test('UPLOAD-02 an older month than the last loaded one is named and only adds policies, unless the user sets back', async () => {
  await load(file(1, 10, '300.00'), { month: 5 })
  const older = file(1, 12, '100.00')
  const dry = await check(older)
  expect(dry).toMatchObject({
    counts: { new: 2, changed: 0, unchanged: 10, missing: 0 },
    book: { newer: { month: 5, year: 2026 } },
  })
  await load(older)
  const premiums = async () =>
    (
      await sql<{ premium: string; n: number }>`
        select monthly_premium::text as premium, count(*)::int as n from policies where carrier_id = ${carrier} group by 1 order by 1`.execute(
        agency.db,
      )
    ).rows
  expect(await premiums()).toEqual([
    { premium: '100.00', n: 2 },
    { premium: '300.00', n: 10 },
  ])
  expect((await check(file(1, 12, '50.00'), { setBack: true })).counts).toMatchObject({ changed: 12 })
  await load(file(1, 12, '50.00'), { setBack: true })
  expect(await premiums()).toEqual([{ premium: '50.00', n: 12 }])
})

test('UPLOAD-02 policies that an older file alone has ended before the newer one, and those that a newer one left out stay missing', async () => {
  const missingSince = async (number: string) => {
    const { data } = await admin.call(policies.list, { carrier, policyNumber: number })
    const { missingSince } = await admin.call(policies.detail, { id: data[0]?.id ?? 0 })
    return missingSince !== null
  }
  await load(file(1, 40), { month: 1 })
  await load(file(2, 40), { month: 5 })
  expect(await missingSince('P1')).toBe(true)
  const before = await policyState(agency.db)
  const older = await load(file(1, 41), { month: 3 })
  expect(older.counts).toMatchObject({ new: 1, changed: 0, missing: 0 })
  expect([await missingSince('P1'), await missingSince('P41'), await missingSince('P2')]).toEqual([true, true, false])
  await admin.call(uploads.undo, { batchId: older.batchId ?? 0 })
  expect(await policyState(agency.db)).toEqual(before)
  await load(file(1, 41), { month: 3, setBack: true })
  expect([await missingSince('P1'), await missingSince('P41')]).toEqual([false, false])
})

test('P-55 a row with a cell too many before its number keeps each policy that it may be of from going missing', async () => {
  const book = (name: string) =>
    `Insured,PolicyNumber,FirstName,LastName\nAna,K1,Ana,Vance\nBo,K2,Bo,Li\n${name},K3,Ana,Boyd\n`
  await load(book('Ana Boyd'))
  const run = await load(book('Boyd, Ana'), { month: 4, loadGoodRows: true })
  expect(run.counts).toMatchObject({ missing: 0, refused: 1 })
  expect(run.problems.map(({ line, reason, key }) => `${line} ${key}: ${reason}`)).toEqual([
    '4 Ana: 5 cells instead of 4',
    '4 K3: The row may be of this record, which stays as it is',
  ])
})

test('UPLOAD-02 a status that follows from the dates is kept with a term date that is kept', async () => {
  const book = (term: string, premium: string) =>
    csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate', 'TermDate', 'MonthlyPremium'],
      ['P1', 'Ana', 'Vance', '01/01/2025', term, premium],
    ])
  await load(book('12/31/2025', '100.00'))
  await load(book('', '120.00'), { month: 4, keepEmpty: true })
  const { rows } = await sql`
    select status, term_date::text as term, monthly_premium::text as premium from policies where carrier_id = ${carrier}`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ status: 'Terminated', term: '2025-12-31', premium: '120.00' }])
})

test('UPLOAD-02 the dry run counts the stored values that empty cells clear; the user may keep them, and an undo restores either', async () => {
  const book = (email: string, phone: string, premium: string) =>
    csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'Email', 'Phone', 'MonthlyPremium'],
      ...['P1', 'P2', 'P3'].map((number, at) => [
        number,
        'Ana',
        `Vance ${number}`,
        email,
        at === 0 ? phone : '',
        premium,
      ]),
    ])
  const stored = async () =>
    (
      await sql<{ emails: number; phones: number; premium: string }>`
        select count(email)::int as emails, count(phone)::int as phones, max(monthly_premium)::text as premium
        from policies where carrier_id = ${carrier}`.execute(agency.db)
    ).rows[0]
  await load(book('ana@example.com', '3055550142', '100.00'))
  const emptied = book('', '', '120.00')
  expect((await check(emptied)).book?.cleared).toEqual([
    { field: 'Email', values: 3 },
    { field: 'Phone', values: 1 },
  ])
  const kept = await check(emptied, { keepEmpty: true })
  expect(kept).toMatchObject({ counts: { changed: 3 }, book: { cleared: [] } })
  const loaded = await load(emptied, { month: 4, keepEmpty: true })
  expect(await stored()).toEqual({ emails: 3, phones: 1, premium: '120.00' })
  await admin.call(uploads.undo, { batchId: loaded.batchId ?? 0 })
  expect(await stored()).toEqual({ emails: 3, phones: 1, premium: '100.00' })
  const cleared = await load(emptied, { month: 4 })
  expect(await stored()).toEqual({ emails: 0, phones: 0, premium: '120.00' })
  await admin.call(uploads.undo, { batchId: cleared.batchId ?? 0 })
  expect(await stored()).toEqual({ emails: 3, phones: 1, premium: '100.00' })
})
