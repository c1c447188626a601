import { bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { parseNacha } from '@coverdesk/domain/payouts/parse-nacha.ts'
import { type Payouts, payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let office: Person
let second: Person
let ana: Person
let luis: Person
let eva: Person
const now = '2026-11-25T16:30:00Z'
beforeAll(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date(now))
  const pays = { claims: ['admin.AgentPayment'], fullAccess: true }
  office = await agency.person({ ...pays, roles: ['agent', 'administrator'] })
  second = await agency.person({ ...pays, roles: ['agent', 'administrator'] })
  await office.call(payoutSettings.save, {
    version: 0,
    bankName: 'First Bank of Miami',
    routingNumber: '123456780',
    accountNumber: '9900112233',
    immediateDestination: '111111118',
    immediateOrigin: '1592837465',
    companyName: 'Sunrise Coverage',
    companyId: '1592837465',
    entryDescription: 'COMMISSION',
  })
})
afterAll(() => agency.close())
let npns = 30_000_000
beforeEach(async () => {
  const agent = () => agency.person({ roles: ['agent'], npn: String(++npns) })
  ;[ana, luis, eva] = [await agent(), await agent(), await agent()]
})

const idOf = (person: Person) => person.agentId ?? 0
const account = async (
  person: Person,
  more: Partial<{ routingNumber: string; holder: 'consumer' | 'business' }> = {},
) => {
  const entered = await office.call(bankAccounts.enter, {
    agentId: idOf(person),
    routingNumber: '123456780',
    accountNumber: `7000${idOf(person)}1`,
    kind: 'checking',
    holder: 'consumer',
    holderName: 'Inés Álvarez',
    startDate: '2026-01-01',
    ...more,
  })
  await second.call(bankAccounts.decide, { id: entered.id, version: 1, approve: true })
}
let months = 0
/** A closed run that pays agents; the calculation has its own tests. */
const closedRun = async (paid: readonly (readonly [Person, string])[]) => {
  months += 1
  const month = `19${String(50 + Math.floor(months / 12)).padStart(2, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
  const { rows } = await sql<{ id: number }>`
    with batch as (insert into payment_batches (name) values (${`Pay run ${month}`}) returning id)
    insert into pay_runs (month, closed_at, batch_id) select ${month}::date, '2026-11-20', id from batch returning id`.execute(
    agency.db,
  )
  const id = rows[0]?.id ?? 0
  for (const [person, amount] of paid)
    await sql`
      insert into payments (batch_id, run_id, agent_id, type_id, month, amount)
      select batch_id, id, ${idOf(person)}, 1, month, ${amount}::numeric from pay_runs where id = ${id}`.execute(
      agency.db,
    )
  return id
}
type Seen = Pick<Payouts, 'id' | 'credit'> & Partial<Pick<Payouts, 'settingsVersion'>>
const make = ({ id, credit, settingsVersion }: Seen, effectiveOn = '2026-11-27') =>
  office.call(payouts.make, { id, effectiveOn, credit, settingsVersion })
const preview = (id: number, effectiveOn = '2026-11-27') => office.call(payouts.preview, { id, effectiveOn })
const download = async (by: Person, id: number, fileId: number, query = '') =>
  await agency.app.inject({
    url: `/api/PayRuns/${id}/payouts/${fileId}/file${query}`,
    headers: { authorization: `Bearer ${by.token}` },
  })

test('A file that pays each agent with an account says so, and who is left out stays named', async () => {
  await account(ana)
  const id = await closedRun([
    [ana, '160.01'],
    [luis, '45.00'],
  ])
  const { refused, leftOut } = await make(await preview(id))
  expect(refused).toBe('The file below pays each agent who has an approved bank account')
  expect(leftOut).toMatchObject([{ amount: '45.00', why: 'No bank account on this day' }])
})

test('A run that pays no agent has no file, and says why', async () => {
  const id = await closedRun([])
  const { refused, credit, leftOut } = await preview(id)
  expect([refused, credit, leftOut]).toEqual(['This run pays no agent', '0.00', []])
  expect(await refusal(make({ id, credit }))).toMatchObject({
    code: 'payout.refused',
    message: 'This run pays no agent',
  })
})

test('35 The file of a closed run pays each agent with an approved account, and an independent parser finds its sums', async () => {
  await account(ana)
  await account(luis, { routingNumber: '111111118', holder: 'business' })
  const id = await closedRun([
    [ana, '160.01'],
    [ana, '-10.00'],
    [luis, '45.00'],
  ])
  const before = await preview(id)
  expect(before).toMatchObject({ agents: 2, credit: '195.01', leftOut: [], refused: null, files: [] })
  expect(before.account).toBe('First Bank of Miami, account ending in 2233')
  const { files, refused } = await make(before)
  expect(refused).toBe('All payments of this run are in a file')
  expect(files[0]).toMatchObject({ entries: 2, entryHash: '0023456789', credit: '195.01', downloads: [] })
  const { body, headers } = await download(office, id, files[0]?.id ?? 0)
  expect(headers['content-disposition']).toContain('.ach')
  const parsed = parseNacha(body)
  expect(parsed).toMatchObject({ entryHash: '0023456789', credit: 19_501n })
  expect(
    parsed.batches.map(({ code, entries }) => [code, entries.map(({ account: number, amount }) => [number, amount])]),
  ).toEqual([
    ['PPD', [[`7000${idOf(ana)}1`, 15_001n]]],
    ['CCD', [[`7000${idOf(luis)}1`, 4500n]]],
  ])
})

test('A bank that wants a balanced file gets one: debits of the agency’s account as much as the credits, found by the parser', async () => {
  await account(ana)
  await account(luis, { routingNumber: '111111118', holder: 'business' })
  const id = await closedRun([
    [ana, '150.01'],
    [luis, '45.00'],
  ])
  const { last4: _, ...bank } = await office.call(payoutSettings.read, {})
  const credits = await preview(id)
  expect([bank.balanced, credits.isBalanced]).toEqual([false, false])
  const balanced = await office.call(payoutSettings.save, { ...bank, accountKind: 'savings', balanced: true })
  try {
    expect(await refusal(make(credits))).toMatchObject({
      code: 'payout.changed',
      message:
        'The bank for paying agents has changed since you saw this. Check where the money comes from, then make the file',
    })
    const before = await preview(id)
    expect([before.isBalanced, before.credit]).toEqual([true, '195.01'])
    const { files } = await make(before)
    expect(files[0]).toMatchObject({ entries: 4, entryHash: '0048148145', credit: '195.01', debit: '195.01' })
    const parsed = parseNacha((await download(office, id, files[0]?.id ?? 0)).body)
    expect(parsed).toMatchObject({ entryHash: '0048148145', credit: 19_501n, debit: 19_501n })
    const own = { transaction: '37', routing: '123456780', account: '9900112233' }
    expect(parsed.batches.map(({ code, service, entries }) => [code, service, entries.at(-1)])).toMatchObject([
      ['PPD', '200', { ...own, amount: 15_001n }],
      ['CCD', '200', { ...own, amount: 4500n }],
    ])
  } finally {
    await office.call(payoutSettings.save, { ...bank, version: balanced.version })
  }
})

test('Agents without an approved account are named before the file is made, are left out, and get a file of their own later', async () => {
  await account(ana)
  await office.call(bankAccounts.enter, {
    agentId: idOf(luis),
    routingNumber: '123456780',
    accountNumber: '555666777',
    kind: 'checking',
    holder: 'consumer',
    holderName: 'Luis',
    startDate: '2026-01-01',
  })
  const id = await closedRun([
    [ana, '10.00'],
    [luis, '20.00'],
    [eva, '30.00'],
  ])
  const before = await preview(id)
  expect(before.leftOut.map(({ agentId, amount, why }) => [agentId, amount, why])).toEqual([
    [idOf(luis), '20.00', 'The account waits for approval'],
    [idOf(eva), '30.00', 'No bank account on this day'],
  ])
  expect(await refusal(make({ id, credit: '60.00' }))).toMatchObject({ code: 'payout.changed' })
  await make(before)
  await account(eva)
  const later = await preview(id)
  expect([later.agents, later.credit, later.leftOut.length]).toEqual([1, '30.00', 1])
  const { files } = await make(later)
  expect(files.map(({ credit }) => credit)).toEqual(['30.00', '10.00'])
})

test('A second download says who has the file already and when, and has the same bytes when it is meant', async () => {
  await account(ana)
  const id = await closedRun([[ana, '10.00']])
  const { files } = await make(await preview(id))
  const fileId = files[0]?.id ?? 0
  const first = await download(office, id, fileId)
  const refused = await download(second, id, fileId)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payout.downloaded'])
  expect(refused.json().message).toMatch(/^Already downloaded by Pat Example \d+ on Nov 25, 11:30 AM EST\./)
  const again = await download(second, id, fileId, '?again=yes')
  expect(again.body).toBe(first.body)
  expect((await preview(id)).files[0]?.downloads).toHaveLength(2)
  const { rows } = await sql<{
    sealed: Buffer
  }>`select content_sealed as sealed from payout_files where id = ${fileId}`.execute(agency.db)
  expect(rows[0]?.sealed.toString('latin1')).not.toContain('SUNRISE')
})

test('An agent is in one file of a run; a file that was not sent is discarded with a reason, and stays as it was', async () => {
  await account(ana)
  const id = await closedRun([[ana, '10.00']])
  const before = await preview(id)
  const [one, other] = await Promise.allSettled([make(before), make(before)])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const [file] = (await preview(id)).files
  const fileId = file?.id ?? 0
  expect(await refusal(office.call(payouts.discard, { id, fileId, reason: ' ' }))).toMatchObject({
    details: [{ path: 'reason', message: 'Reason is required' }],
  })
  const after = await office.call(payouts.discard, { id, fileId, reason: 'The bank was closed' })
  expect(after.files[0]?.discarded).toMatchObject({ reason: 'The bank was closed' })
  expect((await download(office, id, fileId)).json().code).toBe('payout.discarded')
  for (const change of [
    sql`update payout_files set credit = 1 where id = ${fileId}`,
    sql`delete from payout_entries where file_id = ${fileId}`,
    sql`delete from payout_files where id = ${fileId}`,
  ])
    await expect(change.execute(agency.db)).rejects.toMatchObject({ constraint: 'payout_files_locked' })
  expect(await make(await preview(id))).toMatchObject({ agents: 0 })
})

test('A file with an account that was ended later is not downloaded, and one who downloaded a file does not discard it', async () => {
  await account(ana)
  const id = await closedRun([[ana, '10.00']])
  const { files } = await make(await preview(id))
  const fileId = files[0]?.id ?? 0
  expect((await download(office, id, fileId)).statusCode).toBe(200)
  expect(await refusal(office.call(payouts.discard, { id, fileId, reason: 'Not sent' }))).toMatchObject({
    code: 'payout.own_download',
  })
  const [used] = await ana.call(bankAccounts.own, {})
  await office.call(bankAccounts.end, { id: used?.id ?? 0, version: used?.version ?? 0 })
  const refused = (await download(second, id, fileId, '?again=yes')).json()
  expect([refused.code, refused.message]).toEqual([
    'payout.account_ended',
    expect.stringMatching(/^The account of Pat Example \d+ is not used anymore\./),
  ])
  const { files: after } = await second.call(payouts.discard, { id, fileId, reason: 'The bank did not get it' })
  expect(after[0]?.discarded?.reason).toBe('The bank did not get it')
})

test('A file is for a banking day from today on, of a closed run that is not paid yet', async () => {
  await account(ana)
  const id = await closedRun([[ana, '10.00']])
  const before = await preview(id)
  expect(await refusal(make(before, '2026-11-26'))).toMatchObject({
    details: [
      {
        path: 'effectiveOn',
        message: 'Banks are closed: it is Thanksgiving Day. The next banking day is 11/27/2026',
      },
    ],
  })
  expect(await refusal(make(before, '2026-11-24'))).toMatchObject({ code: 'request.invalid' })
  expect((await office.call(payouts.preview, { id })).effectiveOn).toBe('2026-11-27')
  await sql`update payment_batches b set status_id = 3, paid_on = '2026-11-25' from pay_runs r where r.id = ${id} and b.id = r.batch_id`.execute(
    agency.db,
  )
  expect(await refusal(make(before))).toMatchObject({ code: 'payout.refused', message: 'The batch is paid' })
  const draft = await sql<{ id: number }>`insert into pay_runs (month) values ('1940-01-01') returning id`.execute(
    agency.db,
  )
  expect(await refusal(preview(draft.rows[0]?.id ?? 0))).toMatchObject({ code: 'pay_run.open' })
})
