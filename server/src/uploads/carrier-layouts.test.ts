import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { termsFrom } from '../carriers/carrier-samples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { bookLayouts, statementLayouts } from './carrier-layouts.ts'
import { createUploader } from './policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await sql`update agents set name = 'Angela Morris' where id = ${
    (await agency.person({ roles: ['agent'], npn: '19984127' })).agentId
  }`.execute(agency.db)
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await agency.carrier(`Layout ${++round}`)
})

const json = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value))
/** What the user confirms: the guesses as shown, and the choices. */
const shownMapping = (run: ImportRun, chosen: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    ...Object.fromEntries(
      run.headings.filter(({ by }) => by === 'guess').map(({ heading, field }) => [heading, field]),
    ),
    ...chosen,
  })

test.each(bookLayouts)('UPLOAD-11 the policy file of $name goes in by mapping in the dialog alone', async (layout) => {
  const file = { text: layout.file, name: 'book.csv' }
  const period = { carrierId: carrier, month: 11, year: 2026 }
  const first = await admin.call(uploads.check, period, file)
  const mapping = shownMapping(first, layout.mapping)
  const dry = await admin.call(uploads.check, { ...period, mapping }, file)
  expect(dry.unknownValues.map(({ field, value }) => `${field}: ${value}`)).toEqual(layout.unknown ?? [])
  const run = await admin.call(uploads.process, { ...period, mapping, values: json(layout.values) }, file)
  expect(run).toMatchObject({ state: 'loaded', counts: { new: layout.policies.length, refused: 0 } })
  const { rows } = await sql<{ policy: string; termDate: string }>`
    select concat_ws('|', p.policy_number, p.first_name, p.last_name, p.effective_date, p.status, p.monthly_premium, a.name) as policy,
      p.term_date::text as "termDate"
    from policies p left join agents a on a.id = p.agent_id where p.carrier_id = ${carrier} order by p.last_line`.execute(
    agency.db,
  )
  expect(rows.map(({ policy }) => policy)).toEqual(layout.policies)
  if (layout.termDates) expect(rows.map(({ termDate }) => termDate)).toEqual(layout.termDates)
  // The carrier's next file needs no questions.
  const next = await admin.call(uploads.check, { ...period, month: 12 }, file)
  expect(next).toMatchObject({ state: 'checked', unknownValues: [] })
})

test.each(statementLayouts)(
  'UPLOAD-15 the statement of $name goes in by mapping in the dialog alone',
  async (layout) => {
    const file = {
      text: layout.encoding ? iconv.encode(layout.file, layout.encoding) : layout.file,
      name: 'statement.csv',
    }
    const scope = { carrierId: carrier, ...(layout.saysMonth ? {} : { month: 11, year: 2026 }) }
    const first = await admin.call(commissionLoads.check, scope, file)
    const chosen = { mapping: shownMapping(first, layout.mapping), values: json(layout.values) }
    const dry = await admin.call(commissionLoads.check, { ...scope, ...chosen }, file)
    expect(dry.commissions?.totalDifferences ?? []).toEqual(layout.differences ?? [])
    const run = await admin.call(commissionLoads.upload, { ...scope, ...chosen }, file)
    expect(run).toMatchObject({ state: 'loaded', counts: { refused: 0 } })
    const { rows } = await sql<{ line: string }>`
    select concat_ws('|', l.policy_number, to_char(l.month, 'MM/YYYY'), l.amount, l.kind, l.insured_name, a.name) as line
    from commission_lines l left join agents a on a.id = l.agent_id where l.carrier_id = ${carrier} order by l.last_line`.execute(
      agency.db,
    )
    expect(rows.map(({ line }) => line)).toEqual(layout.lines)
  },
)

test('UPLOAD-11 a file with a row for each member gives one policy of its subscriber, counts the members and refuses dependents alone', async () => {
  const text = `Subscriber ID,Subscriber Name,Relationship,DOB
B1,"Cole, Bea",Child,1/1/2015
B1,"Cole, Ann",Subscriber,1/1/1980
B2,"Day, Cy",Spouse,1/1/1981
B3,Cher,Subscriber,1/1/1982
B1,"Cole, Cy",Child,2/31/2016
`
  const file = { text, name: 'members.csv' }
  const period = { carrierId: carrier, month: 11, year: 2026 }
  const run = await admin.call(uploads.check, period, file)
  expect(run.counts).toMatchObject({ rows: 4, new: 1, refused: 3 })
  expect(run.book).toMatchObject({ members: 1 })
  expect(run.problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '4 Relationship: The subscriber of this policy is not in the file, or their row is refused',
    '5 Subscriber Name: Must be a first and last name, such as Boyd, Ana',
    '6 DOB: Must be valid date',
  ])
  await admin.call(uploads.process, { ...period, mapping: shownMapping(run), loadGoodRows: true }, file)
  const { rows } = await sql`
    select policy_number, first_name, last_name, number_of_members from policies where carrier_id = ${carrier}`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ policy_number: 'B1', first_name: 'Ann', last_name: 'Cole', number_of_members: 3 }])
})

test('UPLOAD-11 premiums of dependents that differ from their subscriber’s are named, because a policy gets the subscriber’s alone', async () => {
  const check = async (...premiums: string[]) => {
    const rows = premiums.map((premium, at) => `B1,Ann,Cole ${at},${at === 0 ? 'Self' : 'Child'},${premium}`)
    const text = `Policy Number,First Name,Last Name,Relationship,Premium\n${rows.join('\n')}\n`
    const period = { carrierId: carrier, month: 11, year: 2026 }
    return (await admin.call(uploads.check, period, { text, name: 'members.csv' })).book?.memberAmounts
  }
  expect(await check('400.00', '400.00', '', '0.00')).toEqual([])
  expect(await check('300.00', '150.00', '160.50', '300.00')).toEqual([
    { field: 'MonthlyPremium', rows: 2, policies: 1, amount: '310.50' },
  ])
  expect(await check('', '150.00')).toEqual([{ field: 'MonthlyPremium', rows: 1, policies: 1, amount: '150.00' }])
})

test('UPLOAD-11 where a carrier’s files name the first day without coverage, policies keep the last covered day from the month of those terms on', async () => {
  const made = await admin.call(carriers.create, {
    name: 'Next Day Health',
    code: '',
    aliases: [],
    issuerIds: [],
    phone: '',
    portalUrl: '',
    disputeDays: 90,
    laterTerms: [termsFrom(11, { termDateMeans: 'next' })],
  })
  const text =
    'PolicyNumber,FirstName,LastName,EffectiveDate,TermDate\nN1,Ana,Boyd,01/01/2026,10/01/2026\nN2,Bo,Li,01/01/2026,\n'
  const loaded = async (month: number) => {
    const period = { carrierId: made.id, month, year: 2026 }
    const run = await admin.call(uploads.check, period, { text, name: `book-${month}.csv` })
    await admin.call(uploads.process, { ...period, mapping: shownMapping(run) }, { text, name: `book-${month}.csv` })
    const { rows } = await sql<{ term: string | null }>`
      select term_date::text as term from policies where carrier_id = ${made.id} order by policy_number`.execute(
      agency.db,
    )
    return [run.book?.shiftedTermDates, ...rows.map(({ term }) => term)]
  }
  expect(await loaded(10)).toEqual([0, '2026-10-01', null])
  expect(await loaded(11)).toEqual([1, '2026-09-30', null])
  const ended =
    'PolicyNumber,FirstName,LastName,EffectiveDate,TermDate\nN1,Ana,Boyd,01/01/2026,12/01/2026\nN2,Bo,Li,01/01/2026,12/02/2026\n'
  await admin.call(uploads.process, { carrierId: made.id, month: 12, year: 2026 }, { text: ended, name: 'book-12.csv' })
  const { rows } = await sql<{ said: string }>`
    select term_date || ' ' || status as said from policies where carrier_id = ${made.id} order by policy_number`.execute(
    agency.db,
  )
  expect(rows.map(({ said }) => said)).toEqual(['2026-11-30 Terminated', '2026-12-01 Active'])
})

test('UPLOAD-11 a number that a spreadsheet shortened is refused, because two policies may have become one', async () => {
  const reason =
    'A spreadsheet shortened this number. Get the file again and format the column as text, or as a number without decimals'
  const period = { carrierId: carrier, month: 11, year: 2026 }
  const book = 'PolicyNumber,FirstName,LastName,AgentNPN\n1.23E+10,Ana,Boyd,\nA2,Bo,Li,2.0E+09\n'
  const statement = 'PolicyNumber,Amount\n1.23457E+11,10.00\n'
  const runs = [
    await admin.call(uploads.check, period, { text: book, name: 'book.csv' }),
    await admin.call(commissionLoads.check, period, { text: statement, name: 'statement.csv' }),
  ]
  expect(runs.map(({ problems }) => problems.map((problem) => `${problem.line} ${problem.reason}`))).toEqual([
    [`2 ${reason}`, `3 ${reason}`],
    [`2 ${reason}`],
  ])
})
