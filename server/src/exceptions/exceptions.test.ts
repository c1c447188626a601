import { carriers as carrierCalls } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveMonths } from '../expected/derive-months.ts'
import { inTransaction } from '../platform/db/database.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { uploadAs } from '../uploads/commissions/commission-samples.ts'
import { createUploader, csv, refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.Carrier'],
    fullAccess: true,
  })
  await agency.person({ roles: ['agent'], npn: '19984127' })
})
afterAll(() => agency.close())

type Carrier = { id: number; name: string }
let carriers = 0
async function newCarrier(): Promise<Carrier> {
  const name = `Excepted ${++carriers}`
  return { id: await agency.carrier(name), name }
}

interface Insured {
  number: string
  name: string
  dob?: string
  member?: string
  exchange?: string
  npn?: string
  term?: string
}
const bookHeadings = ['PolicyNumber', 'FirstName', 'LastName', 'DOB', 'MemberId', 'ExchangeSubscriberId', 'AgentNPN']
async function book({ id }: Carrier, month: number, insureds: readonly Insured[], year = 2026): Promise<number> {
  const rows = insureds.map(({ number, name, dob = '', member = '', exchange = '', npn = '19984127', term = '' }) => {
    const [first = '', ...rest] = name.split(' ')
    return [number, first, rest.join(' '), dob, member, exchange, npn, '01/01/2025', 'Active', '3', term]
  })
  const text = csv([[...bookHeadings, 'EffectiveDate', 'Status', 'NumberOfMembers', 'TermDate'], ...rows])
  const run = await admin.call(uploads.process, { carrierId: id, month, year }, { text, name: `book-${month}.csv` })
  if (run.state !== 'loaded') throw new Error(`Not loaded: ${run.message}`)
  return run.batchId ?? 0
}

interface Line {
  number: string
  name?: string
  amount?: string
  npn?: string
  member?: string
  exchange?: string
  dob?: string
  kind?: string
}
let files = 0
async function statement({ name }: Carrier, month: number, lines: readonly Line[], year = 2026): Promise<void> {
  const headings = ['Carrier', 'PolicyNumber', 'InsuredName', 'AgentNPN', 'Month', 'Year', 'Amount']
  const rows = lines.map((line) => [
    name,
    line.number,
    line.name ?? '',
    line.npn ?? '',
    month,
    year,
    line.amount ?? '60.00',
    line.member ?? '',
    line.exchange ?? '',
    line.dob ?? '',
    line.kind ?? '',
  ])
  const text = csv([[...headings, 'MemberId', 'ExchangeId', 'DOB', 'Kind'], ...rows])
  const run = await uploadAs(admin, text, {}, `statement-${++files}.csv`)
  if (run.state !== 'loaded') throw new Error(`Not loaded: ${run.message}`)
}

const listed = async ({ id }: Carrier, more: { state?: 'resolved' } = {}) =>
  (await office.call(exceptions.list, { carrierId: id, pageSize: 100, ...more })).data
/** How each line of a carrier is matched, by what its file says. */
async function matches({ id }: Carrier): Promise<string[]> {
  const { rows } = await sql<{ match: string }>`
    select concat_ws(' ', coalesce(l.stated_number, l.policy_number), to_char(l.month, 'MM/YYYY'), l.insured_name, '→', p.policy_number,
      l.matched_by, l.confidence, l.exception, l.agent_by) as match
    from commission_lines l left join policies p on p.id = l.policy_id where l.carrier_id = ${id} order by 1`.execute(
    agency.db,
  )
  return rows.map(({ match }) => match)
}

const maria = { number: 'U100', name: 'Maria Garcia' }
const john = { number: 'U100', name: 'John Smith' }
/** U100 is Maria's until 2025, and John's from 02/2026. */
async function reusedNumber(): Promise<Carrier> {
  const carrier = await newCarrier()
  await book(carrier, 12, [maria], 2025)
  await book(carrier, 2, [john])
  return carrier
}

test('Worked example 19: a line of Maria in March under a number that is John’s now is an exception, with John’s policy as candidate', async () => {
  const carrier = await reusedNumber()
  await statement(carrier, 12, [maria], 2025)
  await statement(carrier, 3, [maria, { ...john, amount: '15.00' }])
  expect(await matches(carrier)).toEqual([
    'U100 03/2026 John Smith → U100 number 100 policy',
    'U100 03/2026 Maria Garcia → nameDiffers',
    'U100 12/2025 Maria Garcia → U100 number 100 policy',
  ])
  const [row] = await listed(carrier)
  expect(row).toMatchObject({
    policyNumber: 'U100',
    insuredName: 'Maria Garcia',
    amount: '60.00',
    reason: 'nameDiffers',
  })
  const detail = await office.call(exceptions.one, { id: row?.id ?? 0 })
  expect(detail.explanation).toBe(
    'This number belonged to several persons, and in this month to John Smith, not to Maria Garcia.',
  )
  expect(detail.candidates).toMatchObject([{ name: 'John Smith', confidence: 100, why: 'number and agent' }])
  expect(detail.candidates[0]?.facts[0]).toEqual({
    label: 'Name',
    line: 'Maria Garcia',
    policy: 'John Smith',
    agreement: 'different',
  })
})

test('A decision settles all lines with its number and name, the next file’s by itself, and its undo makes them exceptions again', async () => {
  const carrier = await reusedNumber()
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '12/2026',
    amount: '20.00',
  })
  await statement(carrier, 3, [maria])
  await statement(carrier, 4, [maria])
  const [march] = await listed(carrier)
  const { candidates, others } = await office.call(exceptions.one, { id: march?.id ?? 0 })
  expect(others).toEqual({ lines: 1, amount: '60.00' })
  const open = async () =>
    (await office.call(variances.list, { carrierId: carrier.id, class: 'missing' })).data.map(({ month }) => month)
  expect(await open()).toContain('2026-03-01')
  const done = await office.call(exceptions.resolve, { id: march?.id ?? 0, policyId: candidates[0]?.policyId ?? 0 })
  expect(done).toEqual({ lines: 2, amount: '120.00' })
  await statement(carrier, 5, [
    { number: 'u-100', name: 'GARCIA, MARIA' },
    { number: 'u-100', name: 'maria garcia' },
  ])
  expect(await matches(carrier)).toEqual([
    'U100 03/2026 Maria Garcia → U100 resolution 100 policy',
    'U100 04/2026 Maria Garcia → U100 resolution 100 policy',
    'u-100 05/2026 GARCIA, MARIA → nameDiffers',
    'u-100 05/2026 maria garcia → U100 resolution 100 policy',
  ])
  expect(await open()).not.toContain('2026-03-01')
  expect((await listed(carrier, { state: 'resolved' }))[0]).toMatchObject({ resolvedTo: 'U100', ignored: null })
  expect(await refusal(office.call(exceptions.resolve, { id: march?.id ?? 0, policyId: 1 }))).toMatchObject({
    code: 'exception.resolved',
  })
  await office.call(exceptions.undo, { id: march?.id ?? 0 })
  expect(await listed(carrier)).toHaveLength(4)
  expect(await open()).toContain('2026-03-01')
  const { history } = await office.call(exceptions.one, { id: march?.id ?? 0 })
  expect(history.map(({ what }) => what)).toEqual(['Matched to U100', 'Undone'])
  expect(await refusal(office.call(exceptions.undo, { id: march?.id ?? 0 }))).toMatchObject({
    code: 'exception.not_resolved',
  })
})

test('A line without a policy number is known by the name: it waits with the policies of that name, and once one is chosen later statements follow', async () => {
  const carrier = await newCarrier()
  await book(carrier, 1, [
    { number: 'P1', name: 'Ian McDonald' },
    { number: 'P2', name: 'Bo Li' },
  ])
  await statement(carrier, 3, [
    { number: '', name: 'Ian McDonald' },
    { number: '', name: 'Nora Unknown', amount: '12.00' },
  ])
  const [other, ian] = (await listed(carrier)).toSorted((a, b) => Number(a.amount) - Number(b.amount))
  expect(ian).toMatchObject({ policyNumber: 'No number, Ian McDonald', amount: '60.00', reason: 'notLoaded' })
  const { candidates, explanation } = await office.call(exceptions.one, { id: ian?.id ?? 0 })
  expect(candidates.map(({ policyNumber }) => policyNumber)).toEqual(['P1'])
  expect(explanation).toBe(
    'The statement gives no policy number. Choose the policy of Ian McDonald once; later statements follow.',
  )
  expect((await office.call(exceptions.one, { id: other?.id ?? 0 })).candidates).toEqual([])
  await office.call(exceptions.resolve, { id: ian?.id ?? 0, policyId: candidates[0]?.policyId ?? 0 })
  await statement(carrier, 4, [{ number: '', name: 'IAN MCDONALD' }])
  expect(await matches(carrier)).toEqual([
    'No number, IAN MCDONALD 04/2026 IAN MCDONALD → P1 resolution 100 policy',
    'No number, Ian McDonald 03/2026 Ian McDonald → P1 resolution 100 policy',
    'No number, Nora Unknown 03/2026 Nora Unknown →',
  ])
})

test('A line whose number lost the zeros in front never matches by itself; it offers the policy and says why, and once chosen later statements follow', async () => {
  const carrier = await newCarrier()
  await book(carrier, 1, [
    { number: '000123', name: 'Ana Ruiz' },
    { number: '000124', name: 'Bo Li' },
  ])
  await statement(carrier, 3, [{ number: '123' }, { number: '124', name: 'Cy Day' }])
  const [other, line] = (await listed(carrier)).toSorted((a, b) => b.policyNumber.localeCompare(a.policyNumber))
  const { candidates, explanation } = await office.call(exceptions.one, { id: line?.id ?? 0 })
  expect(candidates).toMatchObject([{ policyNumber: '000123', confidence: 80, why: 'number without its zeros' }])
  expect(explanation).toBe(
    '000123 has this number after its zeros, which a spreadsheet may have removed. Choose the policy once; later statements follow.',
  )
  expect((await office.call(exceptions.one, { id: other?.id ?? 0 })).candidates).toMatchObject([
    { policyNumber: '000124', confidence: 40 },
  ])
  await office.call(exceptions.resolve, { id: line?.id ?? 0, policyId: candidates[0]?.policyId ?? 0 })
  await statement(carrier, 4, [{ number: '123' }])
  expect(await matches(carrier)).toEqual([
    '123 03/2026 → 000123 resolution 100 policy',
    '123 04/2026 → 000123 resolution 100 policy',
    '124 03/2026 Cy Day →',
  ])
})

test('Lines whose number is unknown match by member id, exchange id, or name and birth date, each with its confidence', async () => {
  const carrier = await newCarrier()
  const insureds = [
    { number: 'P1', name: 'Ana Ruiz', member: 'M-77', dob: '02/03/1980' },
    { number: 'P2', name: 'Eva Ruiz', exchange: 'X88', dob: '02/03/1980' },
    { number: 'P3', name: 'Leo Diaz', dob: '05/06/1970' },
    { number: 'P4', name: 'Pam Diaz Jr', dob: '05/06/1990' },
    { number: 'P5', name: 'Max Otero', dob: '05/06/2015' },
  ]
  await book(carrier, 1, insureds)
  await statement(carrier, 3, [
    { number: 'A1', member: 'm77' },
    { number: 'A2', exchange: 'x88' },
    { number: 'A3', name: 'DIAZ, LEO', dob: '05/06/1970' },
    { number: 'A4', name: 'Leo Diaz' },
    { number: 'A5', member: 'M77', dob: '01/01/2001' },
    { number: 'p-1', npn: '99999999' },
    { number: 'P4', name: 'PAM DIAZ SR' },
    { number: 'P3', dob: '05/06/1971' },
    // A child's, although the file names its months in its rows alone.
    { number: 'A6', name: 'OTERO, MAX', dob: '5/6/15' },
  ])
  expect(await matches(carrier)).toEqual([
    'A1 03/2026 → P1 member 90 policy',
    'A2 03/2026 → P2 exchange 90 policy',
    'A3 03/2026 DIAZ, LEO → P3 name 85 policy',
    'A4 03/2026 Leo Diaz →',
    'A5 03/2026 → birthDateDiffers',
    'A6 03/2026 OTERO, MAX → P5 name 85 policy',
    'P3 03/2026 → birthDateDiffers',
    'P4 03/2026 PAM DIAZ SR → nameDiffers',
    'p-1 03/2026 → P1 spelling 95',
  ])
  const named = (await listed(carrier)).find(({ policyNumber }) => policyNumber === 'A4')
  const { candidates } = await office.call(exceptions.one, { id: named?.id ?? 0 })
  expect(candidates.map(({ name, confidence, why }) => [name, confidence, why])).toEqual([
    ['Leo Diaz', 60, 'name only'],
    ['Pam Diaz Jr', 40, 'similar name only'],
  ])
  const found = await office.call(exceptions.one, { id: named?.id ?? 0, search: 'p2' })
  expect(found.candidates.map(({ policyNumber, confidence }) => [policyNumber, confidence])).toContainEqual(['P2', 0])
  await statement(carrier, 3, [{ number: 'A1', member: 'm77' }])
  expect((await office.call(statements.lines, { carrierId: carrier.id })).totalRecords).toBe(9)
})

test('Lines that are none of ours are ignored with a reason, one or all that match, also in the next file, and all lines add up', async () => {
  const carrier = await newCarrier()
  await book(carrier, 1, [{ number: 'P1', name: 'Ana Ruiz' }])
  const strange = ['S1', 'S2', 'S3'].map((number) => ({ number, name: `Someone ${number}`, amount: '10.00' }))
  await statement(carrier, 3, [{ number: 'P1' }, ...strange, { number: 'B1', kind: 'bonus', amount: '500.00' }])
  const summary = async () => await office.call(exceptions.summary, { carrierId: carrier.id })
  expect(await summary()).toEqual({
    loaded: 5,
    matched: 1,
    exceptions: 3,
    setAside: 1,
    amount: '30.00',
    rows: { refused: 0, totals: 0 },
    reasons: [{ reason: 'notLoaded', lines: 3, amount: '30.00' }],
  })
  expect(await refusal(office.call(exceptions.ignore, { filter: {}, reason: ' ' }))).toMatchObject({
    code: 'request.invalid',
    details: [{ path: 'reason', message: 'Reason is required' }],
  })
  const done = await office.call(exceptions.ignore, { filter: { carrierId: carrier.id }, reason: 'Other agency' })
  expect(done).toEqual({ lines: 3, amount: '30.00' })
  await statement(carrier, 4, strange)
  expect(await summary()).toMatchObject({ loaded: 8, matched: 1, exceptions: 0, setAside: 7, amount: '0.00' })
  const [row] = await listed(carrier, { state: 'resolved' })
  expect(row).toMatchObject({ ignored: 'Other agency', policyId: null })
  await office.call(exceptions.undo, { id: row?.id ?? 0 })
  expect(await summary()).toMatchObject({ exceptions: 2, setAside: 5, amount: '20.00' })
  const file = await agency.app.inject({
    url: `/api/Exceptions?carrierId=${carrier.id}`,
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  expect(file.body).toContain('Not loaded yet')
})

test('A line is matched only to a policy of its own carrier', async () => {
  const [carrier, other] = [await newCarrier(), await newCarrier()]
  await book(other, 1, [{ number: 'P1', name: 'Ana Ruiz', member: 'M1', dob: '02/03/1980' }])
  await statement(carrier, 3, [{ number: 'P1', name: 'Ana Ruiz', member: 'M1', dob: '02/03/1980' }])
  const [row] = await listed(carrier)
  const { candidates } = await office.call(exceptions.one, { id: row?.id ?? 0 })
  expect(candidates).toEqual([])
  const { rows } = await sql<{ id: number }>`select id from policies where carrier_id = ${other.id}`.execute(agency.db)
  expect(
    await refusal(office.call(exceptions.resolve, { id: row?.id ?? 0, policyId: rows[0]?.id ?? 0 })),
  ).toMatchObject({ details: [{ path: 'policyId', message: `This policy is not of ${carrier.name}` }] })
})

test('A decision waits for its policy: it outlives the undo of the policy’s file, and lines match when it is loaded again', async () => {
  const carrier = await newCarrier()
  await book(carrier, 1, [{ number: 'P1', name: 'Ana Ruiz' }])
  await statement(carrier, 3, [{ number: 'X2', name: 'Eva Diaz' }])
  const batch = await book(carrier, 2, [
    { number: 'P1', name: 'Ana Ruiz' },
    { number: 'P2', name: 'Eva Diaz' },
  ])
  const [row] = await listed(carrier)
  const { candidates } = await office.call(exceptions.one, { id: row?.id ?? 0 })
  await office.call(exceptions.resolve, { id: row?.id ?? 0, policyId: candidates[0]?.policyId ?? 0 })
  expect(await matches(carrier)).toEqual(['X2 03/2026 Eva Diaz → P2 resolution 100 policy'])
  await admin.call(uploads.undo, { batchId: batch })
  expect(await matches(carrier)).toEqual(['X2 03/2026 Eva Diaz →'])
  await book(carrier, 2, [{ number: 'P2', name: 'Eva Diaz' }])
  expect(await matches(carrier)).toEqual(['X2 03/2026 Eva Diaz → P2 resolution 100 policy'])
})

test('A line that a book took from its policy is matched again when the book is undone', async () => {
  const carrier = await newCarrier()
  const ana = { number: 'P1', name: 'Ana Ruiz', member: 'M-7' }
  await book(carrier, 1, [ana])
  await statement(carrier, 5, [{ number: 'X9', member: 'M-7' }])
  const matched = await matches(carrier)
  expect(matched).toEqual([expect.stringContaining('→ P1')])
  const later = await book(carrier, 6, [{ ...ana, term: '02/28/2026' }])
  expect(await matches(carrier)).toEqual([expect.not.stringContaining('P1')])
  await admin.call(uploads.undo, { batchId: later })
  expect(await matches(carrier)).toEqual(matched)
})

test('Thousands of waiting lines, judged in rounds, match with the book that comes after them as with one that comes before', async () => {
  const people = Array.from({ length: 2_600 }, (_, at) => ({
    number: `W${at}`,
    name: `Ada Voss${at}`,
    member: `M${at}`,
  }))
  const lines = people.map(({ member, name }, at) => ({ number: `Z${at}`, name, member }))
  const [after, before] = [await newCarrier(), await newCarrier()]
  await statement(after, 3, lines)
  expect((await office.call(exceptions.summary, { carrierId: after.id })).exceptions).toBe(people.length)
  await book(after, 2, people)
  await book(before, 2, people)
  await statement(before, 3, lines)
  const found = await matches(after)
  expect(found.filter((match) => match.includes('member 90'))).toHaveLength(people.length)
  expect(found).toEqual(await matches(before))
})

test('A carrier that pays months in arrears from now on has its lines matched to who was insured in the month of coverage', async () => {
  const carrier = await newCarrier()
  await book(carrier, 2, [
    { number: 'A1', name: 'Maria Garcia', member: 'M1', term: '02/28/2026' },
    { number: 'A2', name: 'Ada Voss', member: 'M2' },
  ])
  await statement(carrier, 3, [{ number: 'Z1', name: 'Maria Garcia', member: 'M1' }])
  expect(await matches(carrier)).toEqual(['Z1 03/2026 Maria Garcia →'])
  const { data } = await office.call(carrierCalls.list, { name: carrier.name })
  const { id, version } = data[0] ?? expect.fail('No carrier')
  const fields = { name: carrier.name, code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 }
  await office.call(carrierCalls.edit, { id, version, ...fields, arrears: 1 })
  expect(await matches(carrier)).toEqual(['Z1 03/2026 Maria Garcia → A1 member 90 policy'])
})

test('Load order never matters: statements before, between and after the books, and undone books, end in the same matches and ledger', {
  timeout: 300_000,
}, async () => {
  const first = [
    { ...maria, member: 'M1', dob: '02/03/1980' },
    { number: 'U-200', name: 'Leo Diaz', exchange: 'X2', dob: '05/06/1970' },
  ]
  const second = [
    { ...john, member: 'M3', dob: '07/08/1990' },
    { number: 'U200', name: 'Ada Voss', exchange: 'X2', dob: '09/09/1999' },
    { number: 'U-200', name: 'Leo Diaz', exchange: 'X2', dob: '05/06/1970' },
    { number: 'U300', name: 'Maria Garcia', member: 'M1', dob: '02/03/1980' },
  ]
  const sent: (readonly [number, Line[]])[] = [
    [
      3,
      [
        { ...maria, amount: '1.00' },
        { ...john, amount: '2.00' },
        { number: 'u200', amount: '4.00' },
      ],
    ],
    [
      3,
      [
        { number: 'Z1', member: 'm1', amount: '8.00' },
        { number: 'Z2', exchange: 'x2', amount: '16.00' },
      ],
    ],
    [
      4,
      [
        { number: 'Z3', name: 'VOSS, ADA', dob: '09/09/1999', amount: '32.00' },
        { number: 'u 200', amount: '64.00' },
      ],
    ],
  ]
  const ends = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), fc.boolean(), async (places, undoes) => {
      const carrier = await newCarrier()
      await office.call(schedules.create, {
        carrierId: carrier.id,
        firstMonth: '01/2026',
        lastMonth: '12/2026',
        amount: '1.00',
      })
      const loadThose = async (place: number) => {
        for (const [at, [month, lines]] of sent.entries())
          if (places[at] === place) await statement(carrier, month, lines)
      }
      await loadThose(0)
      await book(carrier, 12, first, 2025)
      await loadThose(1)
      const batch = await book(carrier, 2, second)
      if (undoes && !places.includes(2) && !places.includes(3)) {
        await admin.call(uploads.undo, { batchId: batch })
        await book(carrier, 2, second)
      }
      await loadThose(2)
      await loadThose(3)
      const ledger = async () =>
        (
          await sql<{ month: string }>`
            select concat_ws(' ', p.policy_number, m.month, m.class, m.expected, m.received) as month
            from commission_months m join policies p on p.id = m.policy_id where m.carrier_id = ${carrier.id} order by 1`.execute(
            agency.db,
          )
        ).rows.map(({ month }) => month)
      const kept = await ledger()
      await inTransaction(agency.db, (db) => deriveMonths(db, [carrier.id]))
      expect(kept).toEqual(await ledger())
      ends.add(JSON.stringify([await matches(carrier), kept]))
    }),
    { numRuns: 10 },
  )
  expect([...ends]).toHaveLength(1)
  expect([...ends][0]).toContain('u200 03/2026 → twoPolicies')
})
