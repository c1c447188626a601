import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { createUploader } from './policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await agency.carrier(`Messy ${++round}`)
})

const period = (month = 11) => ({ carrierId: carrier, month, year: 2026 })
const checkBook = (text: string, month?: number) =>
  admin.call(uploads.check, period(month), { text, name: `book-${month}.csv` })
const loadBook = (text: string, month?: number) =>
  admin.call(uploads.process, period(month), { text, name: `book-${month}.csv` })
const checkStatement = (text: string) => admin.call(commissionLoads.check, period(), { text, name: 'statement.csv' })
const mapped = (run: { headings: readonly { heading: string; field: string | null; by: string }[] }) =>
  run.headings.map(({ heading, field, by }) => `${heading}: ${field}${by === 'guess' ? '?' : ''}`)
const numbers = async () =>
  (
    await sql<{ number: string }>`
      select policy_number as number from policies where carrier_id = ${carrier} order by 1`.execute(agency.db)
  ).rows.map(({ number }) => number)

test('UPLOAD-11 headings that repeat at page breaks are notes, and no policy is called Policy Number', async () => {
  const text = 'Policy Number,First Name,Last Name\nA1,Ana,Boyd\nPolicy Number,First Name,Last Name\nA2,Bo,Li\n'
  const run = await loadBook(text)
  expect(run).toMatchObject({ counts: { new: 2, refused: 0 }, notes: [{ line: 3 }] })
  expect(await numbers()).toEqual(['A1', 'A2'])
})

test('UPLOAD-11 a policy without a number whose plan is called Total is refused, and a total row is named as skipped', async () => {
  const run = await checkBook(
    'Policy #,Name,Plan,Premium\nN1,"Boyd, Ana",Total Care,10\n,"Li, Bo",Total Care,11\n,,Grand Total,21\nTotal,,,21\n',
  )
  expect(run.counts).toMatchObject({ new: 1, refused: 1 })
  expect(run.problems).toMatchObject([{ line: 3, column: 'Policy #', reason: 'Required, empty' }])
  expect(run.notes).toEqual([
    { line: 4, text: 'Grand Total' },
    { line: 5, text: 'Total' },
  ])
})

test('UPLOAD-11 a last row of Total and a count is a note: below the numbers, in a short row, and not for a policy of Mr. Total', async () => {
  const heading = 'First Name,Last Name,Policy Number,Premium\n'
  const belowNumbers = await checkBook(`${heading}Ana,Boyd,N1,10\nTotal,Ruiz,N2,11\nTotal,,2,"$21.00"\n`)
  expect(belowNumbers.counts).toMatchObject({ new: 2, refused: 0 })
  expect(belowNumbers.notes).toEqual([{ line: 4, text: 'Total' }])
  const short = await checkBook('Policy Number,First Name,Last Name\nN1,Ana,Boyd\nTotal,1\n')
  expect(short.counts).toMatchObject({ new: 1, refused: 0 })
  expect(short.notes).toEqual([{ line: 3, text: 'Total' }])
  const broken = await checkBook('Policy Number,First Name,Last Name\nN1,Ana,Boyd\nN2,Ana\n')
  expect(broken.counts).toMatchObject({ new: 1, refused: 1 })
})

test('UPLOAD-15 a line of an insured whose plan is called Total counts, and a total behind an agent’s name does not', async () => {
  const run = await checkStatement(
    'Agent,Policy Number,Member Name,Plan,Amount\nMorris,A1,Ana Boyd,Total Blue,10.00\nMorris,,Cy Day,Total Blue,5.00\nMorris Total,,,,15.00\n',
  )
  expect(run.counts).toMatchObject({ rows: 2, refused: 0 })
  expect(run.commissions).toMatchObject({ amount: '15.00', totals: 1, totalDifferences: [] })
})

test('UPLOAD-15 the dash of a column of accounts is zero', async () => {
  const run = await checkStatement('Policy Number,Amount\nA1,10.00\nA2, -   \n')
  expect(run).toMatchObject({ counts: { rows: 2, refused: 0 }, commissions: { amount: '10.00' } })
})

test('UPLOAD-11 a number to which a spreadsheet added decimals is the number that it was', async () => {
  await loadBook('Policy Number,First Name,Last Name\n100234,Ana,Boyd\n', 10)
  const run = await loadBook('Policy Number,First Name,Last Name\n100234.0,Ana,Boyd\n', 11)
  expect(run.counts).toMatchObject({ new: 0, unchanged: 1, missing: 0 })
  expect(await numbers()).toEqual(['100234'])
})

test('UPLOAD-11 numbers that lost the zeros in front are named before they become second policies', async () => {
  await loadBook('Policy Number,First Name,Last Name\n000123,Ana,Boyd\n000124,Bo,Li\n', 10)
  const run = await checkBook('Policy Number,First Name,Last Name\n123,Ana,Boyd\n124,Bo,Li\n125,Cy,Day\n', 11)
  expect(run.book).toMatchObject({ lostZeros: { policies: 2, example: '000123' } })
  expect((await checkBook('Policy Number,First Name,Last Name\n000123,Ana,Boyd\n777,Di,Eng\n', 11)).book).toMatchObject(
    {
      lostZeros: null,
    },
  )
})

test('UPLOAD-15 numbers of a statement that lost the zeros in front are named before its lines wait in Exceptions', async () => {
  await loadBook('Policy Number,First Name,Last Name\n000123,Ana,Boyd\n000124,Bo,Li\n', 10)
  const run = await checkStatement('Policy Number,Amount\n123,10.00\n124,11.00\n999,12.00\n')
  expect(run.commissions).toMatchObject({
    unmatched: { policy: 3 },
    lostZeros: { count: 2, number: '123', example: '000123' },
  })
  expect((await checkStatement('Policy Number,Amount\n000123,10.00\n999,12.00\n')).commissions).not.toHaveProperty(
    'lostZeros',
  )
})

test('UPLOAD-11 a book of another carrier is named before its policies become second ones', async () => {
  const text = 'Policy Number,First Name,Last Name\nZ1,Ana,Boyd\nZ2,Bo,Li\nZ3,Cy,Day\n'
  await loadBook(text, 10)
  const first = `Messy ${round}`
  carrier = await agency.carrier(`Messy ${++round}`)
  expect((await checkBook(`${text}Z4,Di,Eng\n`, 10)).book).toMatchObject({
    ofOtherCarrier: { carrierName: first, policies: 3, checked: 4, example: 'Z1' },
  })
  const others = 'Policy Number,First Name,Last Name\nZ1,Eve,Fox\nZ9,Bo,Li\n'
  expect((await checkBook(others, 10)).book).toMatchObject({ ofOtherCarrier: null })
})

test('P-57 a file that is loaded for another month or carrier is named, with both, before it counts a second time', async () => {
  const book = 'Policy Number,First Name,Last Name\nY1,Ana,Boyd\n'
  expect(await checkBook(book, 9)).toMatchObject({ loadedBefore: null })
  const { batchId } = await loadBook(book, 9)
  const loaded = { carrierName: `Messy ${round}`, month: 9, year: 2026, fileName: 'book-9.csv' }
  expect(await checkBook(book, 10)).toMatchObject({ state: 'checked', loadedBefore: loaded })
  await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  expect(await checkBook(book, 10)).toMatchObject({ loadedBefore: null })
  const statement = 'Policy Number,Amount\nY1,10.00\n'
  await admin.call(commissionLoads.upload, period(9), { text: statement, name: 'september.csv' })
  expect(await checkStatement(statement)).toMatchObject({
    state: 'checked',
    loadedBefore: { ...loaded, fileName: 'september.csv' },
  })
})

test('UPLOAD-11 one column called Name is the insured’s, and a Date alone is not guessed', async () => {
  const run = await checkBook('Policy #,Name,Date\nA1,"Boyd, Ana",1/1/2026\n')
  expect(mapped(run)).toEqual(['Policy #: PolicyNumber', 'Name: InsuredName', 'Date: null'])
})

test('UPLOAD-11 UPLOAD-15 a member id with a sign behind it may be the number, and a member the insured if the column holds names', async () => {
  const book = 'Member ID #,Subscriber First Name,Subscriber Last Name\nK1,Ana,Boyd\n'
  expect(mapped(await checkBook(book))[0]).toBe('Member ID #: PolicyNumber?')
  expect(mapped(await checkStatement('Agent,Member,Amount\nMorris,Ana Boyd,10.00\n'))[1]).toBe('Member: InsuredName?')
  expect(mapped(await checkStatement('Policy Number,Member,Amount\nA1,10077,10.00\n'))[1]).toBe('Member: null')
})

test('UPLOAD-11 P-55 what a spreadsheet shows instead of a number or a name becomes no policy: the row is refused with what to do', async () => {
  const run = await checkBook(
    'Policy Number,First Name,Last Name,City\nS1,Ana,Boyd,#N/A\n######,Bo,Li,Miami\nN/A,Cy,Day,Miami\nS4,#REF!,Eng,Miami\n',
  )
  expect(run.counts).toMatchObject({ new: 1, refused: 3 })
  const shown =
    'A spreadsheet shows this instead of the value. Widen the column or correct its formula, and save the file again'
  expect(run.problems).toMatchObject([
    { line: 3, column: 'Policy Number', value: '######', reason: shown },
    { line: 4, column: 'Policy Number', value: 'N/A', reason: 'Required, empty' },
    { line: 5, column: 'First Name', value: '#REF!', reason: shown },
  ])
})
