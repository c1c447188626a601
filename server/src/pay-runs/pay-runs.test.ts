import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { type PayRun, payRuns, runParts } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveMonths } from '../expected/derive-months.ts'
import type { Db } from '../platform/db/database.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { type CommissionRow, commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { csv, refusal } from '../uploads/policies/upload-samples.ts'
import { lockRuns } from './pay-run-queries.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let boss: Person
let carrier: { id: number; name: string }

// Runs are the agency's, so each test has its own.
beforeEach(async () => {
  ;({ agency, admin, ana, luis } = await startUnpaidApp())
  const claims = ['admin.AgentPayment', 'reopen.payRun', 'admin.Statement']
  boss = await agency.person({ roles: ['agent', 'administrator'], claims, fullAccess: true })
  carrier = await newCarrier(agency)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'P1', name: 'Inés Álvarez', members: 3 },
    { number: 'P2', name: 'John Reed', members: 1, npn: '20417733' },
  ])
  await contract(ana, 70)
  await contract(luis, 50)
})
afterEach(() => agency.close())

const idOf = (person: Person) => person.agentId ?? 0
const contract = async (person: Person, percent: number) =>
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent) values (${idOf(person)}, '2020-01-01', 'percent', ${percent})`.execute(
    agency.db,
  )
let files = 0
const pay = async (rows: readonly CommissionRow[]): Promise<ImportRun> => {
  const loaded = await uploadAs(admin, commissionCsv(rows, carrier.name), {}, `statement-${++files}.csv`)
  expect(loaded.state).toBe('loaded')
  return loaded
}
const p1 = (month: number, amount = '60.00', more: Partial<CommissionRow> = {}): CommissionRow => ({
  number: 'P1',
  month,
  amount,
  members: 3,
  ...more,
})
const undo = (run: ImportRun) => admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
const start = (month: string) => boss.call(payRuns.start, { month })
const close = ({ id, inputHash }: Pick<PayRun, 'id' | 'inputHash'>) => boss.call(payRuns.close, { id, inputHash })
/** Closes a run whose statement does not come. */
const closeWithout = async (run: PayRun) => {
  await boss.call(payRuns.confirm, { id: run.id, carrierIds: [carrier.id] })
  return await close(run)
}
const runMonth = async (month: string) => await close(await start(month))
const agentsOf = async ({ id }: { id: number }) => (await boss.call(payRuns.agents, { id })).data
const amountsOf = async (run: { id: number }, person: Person) => {
  const { data } = await boss.call(payRuns.lines, { id: run.id, agentId: idOf(person), pageSize: 100 })
  return data.map(({ kind, amount, held }) => `${kind} ${amount}${held === null ? '' : ' held'}`).sort()
}
const reload = async (rows: readonly CommissionRow[]) => {
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  return await pay(rows)
}

test('A run pays each agent the sum of the lines, and the agents, what is held and the agency add up to what came', async () => {
  const eva = await agency.person({ roles: ['agent'], npn: '30000001' })
  await sql`insert into agent_uplines (agent_id, upline_id, start_date) values (${idOf(ana)}, ${idOf(eva)}, '2020-01-01')`.execute(
    agency.db,
  )
  await sql`insert into override_terms (agent_id, level, start_date, basis, percent) values (${idOf(eva)}, 1, '2020-01-01', 'percent', 10)`.execute(
    agency.db,
  )
  const { rows } = await sql<{ id: number }>`select id from policies where policy_number = 'P1'`.execute(agency.db)
  await agency.db.transaction().execute(async (db) => {
    await sql`insert into policy_splits (policy_id, agent_id, share, start_date) values (${rows[0]?.id}, ${idOf(ana)}, 60, '2020-01-01'),
      (${rows[0]?.id}, ${idOf(luis)}, 40, '2020-01-01')`.execute(db)
  })
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }, p1(3, '5.00', { npn: '20417733' })])
  const run = await start('03/2026')
  const agents = await agentsOf(run)
  expect(
    Object.fromEntries(agents.map(({ id, earned, overrides, held, paid }) => [id, [earned, overrides, held, paid]])),
  ).toEqual({
    [idOf(ana)]: ['25.20', '0.00', '2.10', '25.20'],
    [idOf(luis)]: ['26.80', '0.00', '1.40', '26.80'],
    [idOf(eva)]: ['0.00', '6.00', '0.50', '6.00'],
  })
  const sum = [...agents.map(({ paid }) => paid), run.held, run.agency].reduce(
    (total, amount) => total + (cents(amount) ?? 0),
    0,
  )
  expect([run.received, amountOf(sum)]).toEqual(['85.00', '85.00'])
  const { data } = await boss.call(payRuns.lines, { id: run.id, agentId: idOf(ana) })
  expect(data.find(({ held }) => held === null)).toMatchObject({
    policyNumber: 'P1',
    insuredName: 'Inés Álvarez',
    received: '60.00',
    amount: '25.20',
    rule: '70 % by the contract of 01/01/2020, all carriers, 60 % of the writing part',
    fileName: expect.stringMatching(/^statement-/),
    line: 2,
  })
  expect(data.find(({ held }) => held !== null)?.held).toBe(
    'The statement names NPN 20417733, the agent of record is NPN 19984127',
  )
})

test('Equal lines of two members of a family are both paid, and a second one of a member is held', async () => {
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' } as const
  await boss.call(schedules.create, row)
  const paid = (memberId: string) => [carrier.name, 'P1', memberId, '3', '2026', '30.00']
  const head = ['Carrier', 'PolicyNumber', 'MemberId', 'Month', 'Year', 'Amount']
  await uploadAs(admin, csv([head, paid('M-1'), paid('M-2'), paid('m1')]), {}, 'by-member.csv')
  expect(await amountsOf(await start('03/2026'), ana)).toEqual(['earned 21.00', 'earned 21.00', 'earned 21.00 held'])
})

test('A line with a blank NPN is the agent of record’s: no duplicate of another agent’s, and one of the line that names the agent', async () => {
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' } as const
  await boss.call(schedules.create, row)
  const ben = { npn: '20417733' }
  const taken = [p1(3, '60.00', ben), p1(3, '-60.00', ben), p1(3, '60.00', { npn: '' })]
  await pay([...taken, p1(3, '60.00')])
  const held = async () => (await amountsOf(await start('03/2026'), ana)).filter((line) => !line.includes('-')).sort()
  // Of the two equal ones the first earns; another agent's is held by its NPN.
  expect(await held()).toEqual(['earned 42.00', 'earned 42.00 held', 'earned 42.00 held'])
  const { data } = await boss.call(variances.list, { carrierId: carrier.id, policyNumber: 'P1', month: '03/2026' })
  expect(data).toMatchObject([{ class: 'duplicate', stake: '60.00' }])
  await pay([p1(4, '60.00', ben), p1(4, '-60.00', ben), p1(4, '60.00', { npn: '' }), p1(4, '20.00')])
  const april = await boss.call(variances.list, { carrierId: carrier.id, policyNumber: 'P1', month: '04/2026' })
  expect(april.data).toMatchObject([{ class: 'over', stake: '20.00' }])
})

test('A close freezes the rows and opens a batch of payments, which is processed and paid', async () => {
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  const draft = await start('03/2026')
  const run = await close(draft)
  expect(run).toMatchObject({ status: 'Closed', paid: '52.00' })
  const listed = await boss.call(payments.list, { batchName: 'Pay run 03/2026' })
  expect(listed.data.map(({ agentId, typePayment, amount }) => [agentId, typePayment, amount]).sort()).toEqual(
    [
      [idOf(ana), 'Commission', '42.00'],
      [idOf(luis), 'Commission', '10.00'],
    ].sort(),
  )
  for (const change of [
    sql`update pay_earnings set amount = 1 where run_id = ${run.id}`,
    sql`delete from pay_earnings where run_id = ${run.id}`,
    sql`delete from pay_run_agents where run_id = ${run.id}`,
    sql`update pay_runs set paid = 0 where id = ${run.id}`,
    sql`delete from agent_ledger`,
  ].slice(0, 4))
    await expect(change.execute(agency.db)).rejects.toMatchObject({ constraint: 'pay_runs_closed_locked' })
  expect(await refusal(boss.call(payRuns.calculate, { id: run.id }))).toMatchObject({ code: 'pay_run.closed' })
  expect(
    await refusal(boss.call(payRuns.setStatus, { id: run.id, status: 'Paid', paidOn: '2026-12-01' })),
  ).toMatchObject({ code: 'pay_run.step' })
  await boss.call(payRuns.setStatus, { id: run.id, status: 'Processed' })
  expect(await boss.call(payRuns.setStatus, { id: run.id, status: 'Paid', paidOn: '2026-12-01' })).toMatchObject({
    status: 'Paid',
    paidOn: '2026-12-01',
  })
})

test('31 27 What is loaded, undone and loaded again after a close enters the next runs by the terms of its first one', async () => {
  await pay([{ number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  await runMonth('03/2026')
  const late = await pay([p1(3)])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['earned 42.00'])
  await closeWithout(april)
  await undo(late)
  const may = await start('05/2026')
  expect(await amountsOf(may, ana)).toEqual(['gone -42.00'])
  await closeWithout(may)
  await pay([p1(3)])
  const june = await start('06/2026')
  expect(await amountsOf(june, ana)).toEqual(['earned 42.00'])
  expect((await agentsOf(june)).find(({ id }) => id === idOf(ana))).toMatchObject({ carriedIn: '-42.00', paid: '0.00' })
})

test('A statement that is undone and loaded again between two runs changes nothing, though the contract changed', async () => {
  const march = await pay([p1(3)])
  await runMonth('03/2026')
  await undo(march)
  await reload([p1(3)])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual([])
  await pay([p1(4, '-60.00')])
  const again = await boss.call(payRuns.calculate, { id: april.id })
  expect(await amountsOf(again, ana)).toEqual(['earned -45.00'])
})

test('27 A chargeback takes back what was paid for its policy and month, at the terms of then', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  await reload([p1(3, '-60.00')])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['chargeback -42.00'])
  expect(april).toMatchObject({ received: '-60.00', agency: '-18.00' })
})

test('32 A reopened month makes a correction with the differences, and the closed run keeps its rows', async () => {
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 % came late' })
  expect(correction).toMatchObject({
    month: '2026-03-01',
    sequence: 1,
    status: 'Draft',
    reason: 'Contract of 75 % came late',
    paid: '3.00',
  })
  expect(await amountsOf(correction, ana)).toEqual(['correction 3.00'])
  await close(correction)
  expect(await amountsOf(march, ana)).toEqual(['earned 42.00'])
  const { data } = await boss.call(payments.list, { batchName: 'Pay run 03/2026, correction 1' })
  expect(data.map(({ amount }) => amount)).toEqual(['3.00'])
  const again = await boss.call(payRuns.reopen, { id: march.id, reason: 'Nothing changed' })
  expect([again.sequence, again.paid]).toEqual([2, '0.00'])
  const agent = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.AgentPayment'] })
  expect(await refusal(agent.call(payRuns.reopen, { id: march.id, reason: 'Why not' }))).toMatchObject({
    code: 'right.missing',
  })
})

test('33 A writing part without a license is held, overrides are paid, and a renewed license releases it into the next run', async () => {
  const license = await sql<{ id: number }>`
    insert into agent_licenses (agent_id, state, line, number, effective, expiry) values (${idOf(ana)}, 'FL', 'Health', 'L1', '2020-01-01', '2026-02-28') returning id`.execute(
    agency.db,
  )
  await pay([p1(3)])
  const march = await start('03/2026')
  expect(await amountsOf(march, ana)).toEqual(['earned 42.00 held'])
  expect(march).toMatchObject({ held: '42.00', paid: '0.00' })
  expect((await boss.call(payRuns.agent, { id: march.id, agentId: idOf(ana) })).held).toEqual([
    { label: 'The health license in Florida expired on 02/28/2026', detail: '1 line', amount: '42.00' },
  ])
  await close(march)
  await sql`update agent_licenses set expiry = '2027-02-28' where id = ${license.rows[0]?.id}`.execute(agency.db)
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['release -42.00 held', 'release 42.00'])
  expect(april).toMatchObject({ held: '-42.00', paid: '42.00', received: '0.00' })
})

test('28 29 Advances, their recovery, adjustments, a minimum and a hold of a person are settled and carried', async () => {
  await sql`insert into agent_advances (agent_id, month, amount, recovery_percent, reason) values (${idOf(ana)}, '2026-03-01', 500, 50, 'Start')`.execute(
    agency.db,
  )
  await sql`insert into agent_adjustments (agent_id, first_month, amount, reason) values (${idOf(ana)}, '2026-03-01', -5, 'E&O insurance')`.execute(
    agency.db,
  )
  await sql`update agents set minimum_payout = 25 where id = ${idOf(luis)}`.execute(agency.db)
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  const march = await runMonth('03/2026')
  const rowOf = async (run: { id: number }, person: Person) =>
    (await agentsOf(run)).find(({ id }) => id === idOf(person))
  expect(await rowOf(march, ana)).toMatchObject({
    earned: '42.00',
    adjustments: '-5.00',
    advances: '500.00',
    recovered: '0.00',
    paid: '537.00',
  })
  expect(await rowOf(march, luis)).toMatchObject({ earned: '10.00', carriedOut: '10.00', paid: '0.00' })
  await pay([p1(4), { number: 'P2', month: 4, amount: '40.00', npn: '20417733' }])
  await sql`insert into pay_holds (agent_id, first_month, reason) values (${idOf(luis)}, '2026-04-01', 'Audit')`.execute(
    agency.db,
  )
  const april = await start('04/2026')
  expect(await rowOf(april, ana)).toMatchObject({
    adjustments: '-5.00',
    recovered: '18.50',
    paid: '18.50',
    change: '-518.50',
  })
  expect(await rowOf(april, luis)).toMatchObject({
    earned: '20.00',
    carriedIn: '10.00',
    carriedOut: '30.00',
    paid: '0.00',
    hold: 'Audit',
  })
  const { steps } = await boss.call(payRuns.agent, { id: april.id, agentId: idOf(ana) })
  expect(steps.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Writing part 42.00',
    'Adjustment -5.00',
    'Recovery -18.50',
  ])
})

test('A close is refused with what to do while a line has no agent, a statement is missing, or the month before is open', async () => {
  await pay([p1(3), { number: 'X9', month: 3, amount: '7.00', npn: '' }])
  const march = await start('03/2026')
  expect(await refusal(close(march))).toMatchObject({
    code: 'pay_run.not_ready',
    message: '1 line of a statement has no agent ($7.00). Assign them in Manage Commissions, or load their policies.',
  })
  await sql`update commission_lines set agent_id = ${idOf(ana)}, agent_by = 'person' where policy_number = 'X9'`.execute(
    agency.db,
  )
  expect(await refusal(close(march))).toMatchObject({
    code: 'pay_run.not_ready',
    message: '1 line of a statement belongs to no policy ($7.00). Resolve them in Exceptions.',
  })
  const [line] = (await boss.call(exceptions.list, { policyNumber: 'X9' })).data
  await boss.call(exceptions.ignore, { ids: [line?.id ?? 0], reason: 'Not our agency' })
  expect(await refusal(close(march))).toMatchObject({ code: 'pay_run.changed' })
  await close(await boss.call(payRuns.calculate, { id: march.id }))
  const may = await start('05/2026')
  expect(await refusal(start('06/2026'))).toMatchObject({ code: 'pay_run.draft_open' })
  expect((await refusal(close(may))).message).toContain('The pay run of 04/2026 is not closed. Close it first.')
  await boss.call(payRuns.remove, { id: may.id })
  const april = await start('04/2026')
  expect((await refusal(close(april))).message).toBe(
    `The statement of ${carrier.name} is missing or has less than half of its lines. Load it, or confirm that it is missing.`,
  )
  await boss.call(payRuns.confirm, { id: april.id, carrierIds: [carrier.id] })
  expect(await close(april)).toMatchObject({ status: 'Closed' })
  const second = await start('05/2026')
  expect((await refusal(close(second))).message).toContain(`The statement of ${carrier.name} is missing`)
  await boss.call(payRuns.remove, { id: second.id })
  expect(await refusal(start('03/2026'))).toMatchObject({ code: 'pay_run.taken' })
})

test('Loads that come while a run closes are in this run or in the next one, never in both or in none', async () => {
  await pay([p1(3)])
  const march = await start('03/2026')
  const [closed] = await Promise.all([
    close(march).catch(() => null),
    pay([p1(3, '30.00')]),
    pay([{ number: 'P2', month: 3, amount: '20.00', npn: '20417733' }]),
  ])
  if (closed === null) await close(await boss.call(payRuns.calculate, { id: march.id }))
  const april = await start('04/2026')
  const { rows } = await sql<{ earned: string; lines: number }>`
    select sum(amount)::text as earned, count(distinct line_id)::int as lines from pay_earnings where kind = 'earned' and agent_id is not null`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ earned: '73.00', lines: 3 }])
  expect(april.status).toBe('Draft')
})

test('An agent’s statement is a pdf and a csv in English and Spanish, and its last row is the payment', async () => {
  await pay([p1(3)])
  const run = await runMonth('03/2026')
  const ask = async (query: string) =>
    await agency.app.inject({
      url: `/api/PayRuns/${run.id}/agents/${idOf(ana)}/statement?${query}`,
      headers: { authorization: `Bearer ${boss.token}` },
    })
  const pdf = await ask('language=es')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const english = (await ask('format=csv')).body
  expect(english).toContain('P1,Inés Álvarez,')
  expect(english.trim().split(/\r?\n/).at(-1)).toBe(',,,,,To pay,42.00')
  expect((await ask('format=csv&language=es')).body.trim().split(/\r?\n/).at(-1)).toBe(',,,,,A pagar,42.00')
})

test('The journal of a run has equal debits and credits, also after it is paid', async () => {
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  const draft = await start('03/2026')
  const ask = async () =>
    await agency.app.inject({
      url: `/api/PayRuns/${draft.id}/journal`,
      headers: { authorization: `Bearer ${boss.token}` },
    })
  expect((await ask()).statusCode).toBe(409)
  await close(draft)
  await boss.call(payRuns.setStatus, { id: draft.id, status: 'Processed' })
  await boss.call(payRuns.setStatus, { id: draft.id, status: 'Paid', paidOn: '2026-12-01' })
  const [heading, ...lines] = (await ask()).body.trim().split('\r\n')
  expect(heading).toBe('JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name')
  const rows = lines.map((line) => line.split(','))
  for (const [number, entry] of Map.groupBy(rows, ([journal]) => journal)) {
    const sum = (at: number) => entry.reduce((total, row) => total + (cents(row[at] ?? '') ?? 0), 0)
    expect([number, sum(3)]).toEqual([number, sum(4)])
    expect(sum(3)).toBe(5200)
  }
  expect(rows.at(-1)?.slice(0, 4)).toEqual(['PAY-2026-03-P', '12/01/2026', 'Checking', ''])
})

test('P-40 a name in the journal of a run is never a formula, in full-width letters or after a space either', async () => {
  await sql`update agents set name = case id when ${idOf(ana)} then '＝1+1' else ' =1+1' end`.execute(agency.db)
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  const run = await runMonth('03/2026')
  const { body } = await agency.app.inject({
    url: `/api/PayRuns/${run.id}/journal`,
    headers: { authorization: `Bearer ${boss.token}` },
  })
  const names = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1))
  expect([...new Set(names)].toSorted()).toEqual(["' =1+1", "'＝1+1"])
})

/** A carrier that pays 20.00 per member from March 2026 on. */
const schedule = () =>
  sql`
  insert into commission_schedules (carrier_id, business, first_month, last_month, basis, amount)
  values (${carrier.id}, 'both', '2026-03-01', '2026-12-01', 'member', 20)`.execute(agency.db)

test('17 Held pay that a chargeback took back is not released, in its run or later', async () => {
  await schedule()
  await pay([p1(3), p1(3)])
  expect(await amountsOf(await runMonth('03/2026'), ana)).toEqual(['earned 42.00', 'earned 42.00 held'])
  await pay([p1(4, '-60.00')])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['chargeback -42.00 held'])
  await closeWithout(april)
  expect(await amountsOf(await start('05/2026'), ana)).toEqual([])
})

test.each([
  ['-20.00', ['correction 2.00']],
  ['-60.00', []],
])('A reopened month pays the difference on what a chargeback of %s left', async (amount, expected) => {
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  await reload([p1(3, amount)])
  await closeWithout(await start('04/2026'))
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 %' })
  expect(await amountsOf(correction, ana)).toEqual(expected)
})

test('A reopened month leaves pay that was held in it and released later', async () => {
  await sql`
    insert into pay_holds (policy_id, first_month, last_month, reason)
    select id, '2026-03-01', '2026-03-01', 'Audit' from policies where policy_number = 'P1'`.execute(agency.db)
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['release -42.00 held', 'release 42.00'])
  await closeWithout(april)
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Look again' })
  expect(await amountsOf(correction, ana)).toEqual([])
})

test('12 18 Pay that is held because a statement names another agent is not released to the one who is no longer the agent of record', async () => {
  await pay([p1(3, '60.00', { npn: '20417733' })])
  const march = await runMonth('03/2026')
  expect(await amountsOf(march, ana)).toEqual(['earned 42.00 held'])
  await uploadPolicies(admin, { carrierId: carrier.id, month: 3 }, [
    { number: 'P1', name: 'Inés Álvarez', members: 3, npn: '20417733' },
  ])
  const april = await start('04/2026')
  expect([await amountsOf(april, ana), await amountsOf(april, luis)]).toEqual([[], []])
  await closeWithout(april)
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Luis has the policy since March' })
  expect(await amountsOf(correction, ana)).toEqual(['correction -42.00 held'])
  expect(await amountsOf(correction, luis)).toEqual(['correction 30.00'])
})

test('20 A paid line whose policy or month changes enters the next run negative and as new, once, and a chargeback finds it there', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  const { rows } = await sql<{ id: number }>`
    update commission_lines set agent_npn = '20417733', policy_id = (select id from policies where policy_number = 'P2') returning id`.execute(
    agency.db,
  )
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['moved -42.00'])
  expect(await amountsOf(april, luis)).toEqual(['earned 30.00'])
  expect(april).toMatchObject({ received: '0.00', agency: '12.00' })
  const receivedOf = async (person: Person) =>
    (await boss.call(payRuns.lines, { id: april.id, agentId: idOf(person) })).data.map(({ received }) => received)
  expect([await receivedOf(ana), await receivedOf(luis)]).toEqual([['-60.00'], ['60.00']])
  await closeWithout(april)
  const may = await start('05/2026')
  expect([await amountsOf(may, ana), await amountsOf(may, luis)]).toEqual([[], []])
  await boss.call(payRuns.remove, { id: may.id })
  await reload([p1(4, '-20.00', { number: 'P2', npn: '20417733' })])
  await sql`update commission_lines set month = '2026-03-01' where amount < 0`.execute(agency.db)
  await sql`
    insert into line_months (line_id, month, policy_id, carrier_id, amount)
    select id, '2026-02-01'::date, policy_id, carrier_id, 40 from commission_lines where id = ${rows[0]?.id}
    union all select id, '2026-03-01'::date, policy_id, carrier_id, 20 from commission_lines where id = ${rows[0]?.id}`.execute(
    agency.db,
  )
  const again = await start('05/2026')
  expect(await amountsOf(again, luis)).toEqual(['earned -10.00', 'earned 10.00', 'earned 20.00', 'moved -30.00'])
  await closeWithout(again)
  expect(await amountsOf(await start('06/2026'), luis)).toEqual([])
})

test('20 A paid line that a person says is none of ours is taken back from its agent', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  await sql`update commission_lines set matched_by = 'ignored'`.execute(agency.db)
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['moved -42.00'])
  expect(april).toMatchObject({ received: '0.00', agency: '42.00' })
  await closeWithout(april)
  expect(await amountsOf(await start('05/2026'), ana)).toEqual([])
})

test('10 20 Lines whose file names neither a policy nor an insured pay their agents by percent, equal ones each, and hold up no close', async () => {
  const text = csv([
    ['Writing Broker NPN', 'Pay Period', 'Payment Amount'],
    ...['40.00', '40.00', '-10.00'].map((amount) => ['19984127', '03/2026', amount]),
  ])
  await uploadAs(admin, text, { carrierId: carrier.id })
  const march = await start('03/2026')
  expect(await amountsOf(march, ana)).toEqual(['earned -7.00', 'earned 28.00', 'earned 28.00'])
  expect(march).toMatchObject({ received: '70.00', agency: '21.00', held: '0.00' })
  expect(await close(march)).toMatchObject({ status: 'Closed', paid: '49.00' })
  // Numbers that come later move no money: the policies are the same agent's.
  const numbers = csv([
    ['Policy Number', 'Writing Broker NPN', 'Pay Period', 'Payment Amount'],
    ...['40.00', '40.00', '-10.00'].map((amount) => ['P1', '19984127', '03/2026', amount]),
  ])
  expect((await uploadAs(admin, numbers, { carrierId: carrier.id })).counts).toMatchObject({ new: 0, changed: 3 })
  const april = await start('04/2026')
  expect(april).toMatchObject({ received: '0.00', agency: '0.00', paid: '0.00' })
})

test('20 A month that is reopened while a moved line waits for the next run leaves the move to that run', async () => {
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  await sql`update commission_lines set agent_npn = '20417733', policy_id = (select id from policies where policy_number = 'P2')`.execute(
    agency.db,
  )
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Look again' })
  expect([await amountsOf(correction, ana), await amountsOf(correction, luis)]).toEqual([[], []])
  await close(correction)
  const april = await start('04/2026')
  expect([await amountsOf(april, ana), await amountsOf(april, luis)]).toEqual([['moved -42.00'], ['earned 30.00']])
})

test('17 20 A chargeback after a move takes back what the new policy was paid', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  await sql`update commission_lines set agent_npn = '20417733', policy_id = (select id from policies where policy_number = 'P2')`.execute(
    agency.db,
  )
  await closeWithout(await start('04/2026'))
  await reload([p1(3, '-60.00')])
  await sql`update commission_lines set agent_npn = '20417733', policy_id = (select id from policies where policy_number = 'P2') where amount < 0`.execute(
    agency.db,
  )
  const may = await start('05/2026')
  expect([await amountsOf(may, ana), await amountsOf(may, luis)]).toEqual([[], ['chargeback -30.00']])
})

test('The difference from the last run has its reasons, which add up to the change of each agent', async () => {
  await sql`
    insert into pay_holds (policy_id, first_month, last_month, reason)
    select id, '2026-03-01', '2026-03-01', 'Audit' from policies where policy_number = 'P2'`.execute(agency.db)
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  await runMonth('03/2026')
  await reload([
    p1(4),
    p1(3, '-20.00'),
    { number: 'P3', month: 4, amount: '10.00', members: 1 },
    { number: 'P2', month: 4, amount: '30.00', npn: '20417733' },
  ])
  await sql`insert into agent_adjustments (agent_id, first_month, amount, reason) values (${idOf(ana)}, '2026-04-01', -5, 'Software')`.execute(
    agency.db,
  )
  const april = await start('04/2026')
  const reasonsOf = async (person: Person) => {
    const { agent, differences } = await boss.call(payRuns.agent, { id: april.id, agentId: idOf(person) })
    expect(differences.reduce((sum, { amount }) => sum + (cents(amount) ?? 0), 0)).toBe(cents(agent.change))
    return differences.map(({ label, amount }) => `${label} ${amount}`)
  }
  expect(await reasonsOf(ana)).toEqual([
    'New lines 7.50',
    'Terms changed 3.00',
    'Chargebacks -14.00',
    'Adjustments -5.00',
  ])
  expect(await reasonsOf(luis)).toEqual(['New lines 15.00', 'Holds released 10.00'])
})

test('A bonus that the carrier takes back is the agency’s, not the agents’', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  await pay([p1(3, '-30.00'), p1(3, '-20.00')])
  await sql`update commission_lines set kind = 'bonus' where amount = -30`.execute(agency.db)
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['chargeback -14.00'])
  expect(april.agency).toBe('-36.00')
})

test('10 A bonus that names no agent is the agency’s and holds up no close', async () => {
  const bonus = `Carrier,PolicyNumber,Month,Year,Amount,Kind\n${carrier.name},,3,2026,250.00,Bonus\n`
  expect((await uploadAs(admin, bonus, {}, 'bonus.csv')).state).toBe('loaded')
  await pay([p1(3)])
  expect(await runMonth('03/2026')).toMatchObject({ received: '310.00', agency: '268.00', paid: '42.00', lines: 2 })
  expect((await start('04/2026')).lines).toBe(0)
})

test('A run that is closed in the evening can be set to paid on the same day', async () => {
  await pay([p1(3)])
  const { id } = await runMonth('03/2026')
  await boss.call(payRuns.setStatus, { id, status: 'Processed' })
  const owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
  await owner.query(`alter table pay_runs disable trigger pay_runs_locked;
    update pay_runs set closed_at = '2026-12-01T02:00:00Z'; alter table pay_runs enable trigger pay_runs_locked`)
  await owner.end()
  const paid = (paidOn: string) => boss.call(payRuns.setStatus, { id, status: 'Paid', paidOn })
  expect(await refusal(paid('2026-11-29'))).toMatchObject({ code: 'request.invalid' })
  expect(await paid('2026-11-30')).toMatchObject({ status: 'Paid' })
})

test('An advance that a closed run paid keeps its amount and month, for every writer', async () => {
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const advance = await office.call(advances.create, {
    agentId: idOf(ana),
    month: '03/2026',
    amount: '500',
    reason: 'Start',
  })
  await runMonth('03/2026')
  const { id, version, reason, recoveryPercent, month } = advance
  const edit = (more: { amount: string; month: string; reason: string }) =>
    office.call(advances.edit, { id, version, recoveryPercent, ...more })
  expect(await refusal(office.call(advances.remove, { id, version }))).toMatchObject({ code: 'advance.paid' })
  expect(await refusal(edit({ amount: '400', month, reason }))).toMatchObject({ code: 'advance.paid' })
  expect(await refusal(edit({ amount: '500', month: '04/2026', reason }))).toMatchObject({ code: 'advance.paid' })
  expect(await edit({ amount: '500', month, reason: 'Start of the year' })).toMatchObject({ version: 2 })
  for (const change of [sql`delete from agent_advances`, sql`update agent_advances set amount = 400`])
    await expect(change.execute(agency.db)).rejects.toMatchObject({ constraint: 'agent_advances_paid_locked' })
})

test('An adjustment that a closed run has keeps its amount and months, and can end from the first open month on', async () => {
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const reason = 'E&O insurance'
  const said = { firstMonth: '03/2026', lastMonth: '', amount: '-50', reason }
  const { id } = await office.call(adjustments.create, { agentId: idOf(ana), ...said })
  expect(await office.call(adjustments.edit, { id, version: 1, ...said, amount: '-60' })).toMatchObject({ version: 2 })
  await runMonth('03/2026')
  await runMonth('04/2026')
  const edit = (more: Partial<typeof said>) =>
    office.call(adjustments.edit, { id, version: 2, ...said, amount: '-60', ...more })
  const has = 'Pay through 04/2026 is closed with this adjustment'
  for (const [more, path, message] of [
    [{ amount: '-500' }, 'amount', `${has}, so its amount stays. End it and enter another one`],
    [{ firstMonth: '04/2026' }, 'firstMonth', `${has}, so its first month stays`],
    [{ lastMonth: '03/2026' }, 'lastMonth', `${has}, so it can’t end before`],
  ] as const)
    expect(await refusal(edit(more))).toMatchObject({ code: 'adjustment.paid', details: [{ path, message }] })
  const removal = await refusal(office.call(adjustments.remove, { id, version: 2 }))
  expect(removal).toMatchObject({
    code: 'adjustment.paid',
    message: `${has}, so it can’t be deleted. Enter 04/2026 as its last month`,
  })
  expect(await edit({ lastMonth: '04/2026' })).toMatchObject({ version: 3, amount: '-60.00' })
  const may = await start('05/2026')
  expect((await agentsOf(may)).find((agent) => agent.id === idOf(ana))).toMatchObject({ adjustments: '0.00' })
  for (const change of [
    sql`delete from agent_adjustments`,
    sql`update agent_adjustments set amount = 400`,
    sql`update agent_adjustments set last_month = '2026-03-01'`,
  ])
    await expect(change.execute(agency.db)).rejects.toMatchObject({ constraint: 'agent_adjustments_paid_locked' })
})

test('The list of advances and its files say what is outstanding: what closed runs paid less what they recovered', async () => {
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const agentId = idOf(ana)
  await office.call(advances.create, {
    agentId,
    month: '03/2026',
    amount: '500',
    recoveryPercent: '50',
    reason: 'Start',
  })
  const outstanding = async () =>
    (await office.call(advances.list, { agentId })).data.map((advance) => advance.outstanding)
  expect(await outstanding()).toEqual(['0.00'])
  await runMonth('03/2026')
  expect(await outstanding()).toEqual(['500.00'])
  await pay([p1(4)])
  await runMonth('04/2026')
  expect(await outstanding()).toEqual(['479.00'])
  const file = await agency.app.inject({
    url: `/api/AgentAdvances?agentId=${agentId}`,
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  expect(file.body).toContain('Amount,Recovery,Outstanding,Reason')
  expect(file.body).toContain(',50 %,479.00,Start')
})

test('A closed month takes no new adjustment or advance, and none that moves into it', async () => {
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const agentId = idOf(ana)
  const recurring = { agentId, firstMonth: '01/2026', amount: '25', reason: 'Phone' }
  const { id, version } = await office.call(adjustments.create, { ...recurring, lastMonth: '02/2026' })
  await runMonth('03/2026')
  await runMonth('04/2026')
  const closed = (month: string) => `${month} is closed; the first open month is 05/2026`
  const refusedAt = async (call: Promise<unknown>) => {
    const { code, details } = await refusal(call)
    return [code, details]
  }
  const at = (path: string, month: string) => ['pay_term.month_closed', [{ path, message: closed(month) }]]
  expect(await refusedAt(office.call(adjustments.create, recurring))).toEqual(at('firstMonth', '01/2026'))
  const { agentId: _, ...said } = recurring
  expect(await refusedAt(office.call(adjustments.edit, { id, version, ...said }))).toEqual(at('lastMonth', '03/2026'))
  const advance = { amount: '500', reason: 'Start' }
  expect(await refusedAt(office.call(advances.create, { agentId, month: '04/2026', ...advance }))).toEqual(
    at('month', '04/2026'),
  )
  const later = await office.call(advances.create, { agentId, month: '05/2026', ...advance })
  expect(
    await refusedAt(office.call(advances.edit, { id: later.id, version: 1, month: '03/2026', ...advance })),
  ).toEqual(at('month', '03/2026'))
  await office.call(adjustments.create, { ...recurring, firstMonth: '05/2026' })
  const may = await start('05/2026')
  expect((await agentsOf(may)).find((agent) => agent.id === agentId)).toMatchObject({
    adjustments: '25.00',
    advances: '500.00',
  })
})

test('A change of an adjustment waits for a run that is closing', async () => {
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const said = { firstMonth: '03/2026', amount: '-50', reason: 'Software' }
  const { id, version } = await office.call(adjustments.create, { agentId: idOf(ana), ...said })
  const events: string[] = []
  let change: Promise<unknown> = Promise.resolve()
  await agency.db.transaction().execute(async (db) => {
    await lockRuns(db)
    change = office.call(adjustments.edit, { id, version, ...said, amount: '-60' }).then(() => events.push('changed'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    events.push('closed')
  })
  await change
  expect(events).toEqual(['closed', 'changed'])
})

test('A-121 After two carriers are merged, a closed run shows its lines, and its statement can be undone and loaded again', async () => {
  const statement = await pay([p1(3)])
  const march = await runMonth('03/2026')
  const kept = await newCarrier(agency)
  await admin.call(carriers.merge, { id: kept.id, otherId: carrier.id, version: 1, otherVersion: 1 })
  expect(await amountsOf(march, ana)).toEqual(['earned 42.00'])
  const { data } = await boss.call(payRuns.lines, { id: march.id, agentId: idOf(ana) })
  expect(data[0]?.carrier).toBe(kept.name)
  await undo(statement)
  carrier = kept
  await reload([p1(3)])
  expect(await amountsOf(await start('04/2026'), ana)).toEqual([])
  await expect(
    sql`update pay_earnings set amount = 1 where run_id = ${march.id}`.execute(agency.db),
  ).rejects.toMatchObject({ constraint: 'pay_runs_closed_locked' })
})

test('10 A carrier’s advance is paid with each month that it is drawn for, and what is taken back of it returns the newest months', async () => {
  await schedule()
  await pay([p1(3, '180.00')])
  await sql`update commission_lines set kind = 'advance'`.execute(agency.db)
  await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
  expect(await amountsOf(await runMonth('03/2026'), ana)).toEqual(['earned 42.00'])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['earned 42.00'])
  await closeWithout(april)
  await pay([p1(5, '-100.00')])
  await sql`update commission_lines set kind = 'advance' where amount < 0`.execute(agency.db)
  await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
  const may = await start('05/2026')
  expect(await amountsOf(may, ana)).toEqual(['chargeback -28.00', 'earned -42.00', 'earned 42.00'])
})

test('10 Reopening a month corrects what an advance was drawn for in it, and not the months that later runs paid', async () => {
  await schedule()
  await pay([p1(3, '120.00')])
  await sql`update commission_lines set kind = 'advance'`.execute(agency.db)
  await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
  const march = await runMonth('03/2026')
  const april = await closeWithout(await start('04/2026'))
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  const first = await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 %' })
  expect(await amountsOf(first, ana)).toEqual(['correction 3.00'])
  await close(first)
  const second = await boss.call(payRuns.reopen, { id: april.id, reason: 'Contract of 75 %' })
  expect(await amountsOf(second, ana)).toEqual(['correction 3.00'])
})

test('11 Of equal lines the later one by file and line is held, in whatever order they are stored, and the one that pays an earlier month is not', async () => {
  await schedule()
  const loaded = await pay([p1(2)])
  await pay([p1(4), p1(4), p1(4)])
  const held = async () => {
    await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
    const run = await start('04/2026')
    const lines = await amountsOf(run, ana)
    await boss.call(payRuns.remove, { id: run.id })
    return lines
  }
  const oneHeld = ['earned 42.00', 'earned 42.00', 'earned 42.00 held']
  expect(await held()).toEqual(oneHeld)
  // The last one stored is the first of the file.
  await sql`
    update commission_lines l set last_line = (n.place % 3) + 10
    from (select id, row_number() over (order by id) as place from commission_lines where last_batch_id <> ${loaded.batchId}) n
    where n.id = l.id`.execute(agency.db)
  expect(await held()).toEqual(oneHeld)
})

test('2 13 Pay per member counts the members of the month, not those of a later file', async () => {
  await schedule()
  await sql`update agent_contracts set basis = 'perMember', percent = null, amount = 14 where agent_id = ${idOf(ana)}`.execute(
    agency.db,
  )
  await uploadPolicies(admin, { carrierId: carrier.id, month: 4 }, [{ number: 'P1', name: 'Inés Álvarez', members: 4 }])
  await pay([p1(3, '60.00', { members: '' })])
  expect(await amountsOf(await start('03/2026'), ana)).toEqual(['earned 42.00'])
})

test('A line of unknown members is not paid per member: the cap of the schedule is no count of members', async () => {
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00', cap: 5 }
  await boss.call(schedules.create, row)
  await sql`update agent_contracts set basis = 'perMember', percent = null, amount = 14 where agent_id = ${idOf(ana)}`.execute(
    agency.db,
  )
  const headings = ['PolicyNumber', 'FirstName', 'LastName', 'AgentNPN', 'EffectiveDate']
  const text = csv([headings, ['P3', 'Rosa', 'Ledesma', '19984127', '01/01/2026']])
  await admin.call(
    uploads.process,
    { carrierId: carrier.id, month: 2, year: 2026, part: 'some' },
    { text, name: 'book.csv' },
  )
  await pay([{ number: 'P3', month: 3, amount: '100.00', members: '' }])
  expect(await amountsOf(await start('03/2026'), ana)).toEqual(['open 0.00 held'])
})

test('A line without a contract is received and held until its agent has one, and the sums agree', async () => {
  await sql`delete from agent_contracts where agent_id = ${idOf(luis)}`.execute(agency.db)
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  const run = await start('03/2026')
  expect(run).toMatchObject({ received: '80.00', agency: '18.00', held: '20.00', paid: '42.00' })
  expect((await boss.call(payRuns.agent, { id: run.id, agentId: idOf(luis) })).held).toEqual([
    { label: 'No contract or rate of the agent for the month', detail: '1 line', amount: '20.00' },
  ])
})

test('A draft’s statement says so, and a release is not called held', async () => {
  await sql`
    insert into pay_holds (policy_id, first_month, last_month, reason)
    select id, '2026-03-01', '2026-03-01', 'Audit' from policies where policy_number = 'P1'`.execute(agency.db)
  await pay([p1(3)])
  await runMonth('03/2026')
  const april = await start('04/2026')
  const { body, headers } = await agency.app.inject({
    url: `/api/PayRuns/${april.id}/agents/${idOf(ana)}/statement?format=csv`,
    headers: { authorization: `Bearer ${boss.token}` },
  })
  expect(headers['content-disposition']).toMatch(/draft/i)
  expect(body).toContain('No longer held')
  expect(body).not.toContain('Held, not paid yet')
})

test('A statement of a correction says so in its language', async () => {
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  const { id } = await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 %' })
  const named = async (language: string) => {
    const { headers } = await agency.app.inject({
      url: `/api/PayRuns/${id}/agents/${idOf(ana)}/statement?format=csv&language=${language}`,
      headers: { authorization: `Bearer ${boss.token}` },
    })
    return decodeURIComponent(String(headers['content-disposition']))
  }
  expect(await named('en')).toMatch(/correction.1/)
  expect(await named('es')).toMatch(/corrección.1/)
})

test('The report Production and Net Pay says what each agent sold, and the net pay of the closed runs of its months', async () => {
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Report'], fullAccess: true })
  const rows = async (query: Record<string, string> = {}) => {
    const { body, statusCode } = await agency.app.inject({
      url: '/api/Report/8/download',
      query: { reportFormatId: 'RFCSV', from: '2026-01-01', to: '2026-04-30', ...query },
      headers: { authorization: `Bearer ${reader.token}` },
    })
    expect(statusCode, body.slice(0, 300)).toBe(200)
    return body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(1).join())
  }
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }])
  await runMonth('03/2026')
  await pay([p1(4)])
  await start('04/2026')
  // The run of April is not closed.
  expect(await rows()).toEqual([
    '19984127,1,3,1,42.00,0.00,0.00,0.00,0.00,42.00',
    '20417733,1,1,1,10.00,0.00,0.00,0.00,0.00,10.00',
  ])
  expect(await rows({ agent: String(idOf(luis)), from: '2026-04-01' })).toEqual([])
})

test('The terms of a run add up to what came and to what is paid, and each part adds up to its figure', async () => {
  await pay([p1(3), { number: 'P2', month: 3, amount: '20.00', npn: '20417733' }, p1(3, '5.00', { npn: '20417733' })])
  await sql`
    insert into agent_adjustments (agent_id, first_month, last_month, amount, reason)
    values (${idOf(ana)}, '2026-03-01', '2026-03-01', -7.5, 'Lead fee'), (${idOf(luis)}, '2026-03-01', '2026-03-01', -90, 'Desk fee')`.execute(
    agency.db,
  )
  const run = await boss.call(payRuns.one, { id: (await start('03/2026')).id })
  const { writing, overrides, ...added } = run.sums
  const sum = (amounts: readonly string[]) => amountOf(amounts.reduce((total, one) => total + (cents(one) ?? 0), 0))
  expect(sum([run.agency, run.held, writing, overrides])).toBe(run.received)
  expect(sum([writing, overrides, ...Object.values(added)])).toBe(run.paid)
  expect([added.adjustments, added.carriedOut, run.adjusted]).toEqual(['-97.50', '80.00', '-17.50'])
  const figures = { received: run.received, agency: run.agency, held: run.held, ...run.sums }
  for (const part of runParts) {
    const found = await boss.call(payRuns.part, { id: run.id, part })
    expect([part, found.amount, sum(found.steps.map(({ amount }) => amount))]).toEqual([
      part,
      figures[part],
      figures[part],
    ])
  }
  for (const [part, column] of [
    ['received', 'gross'],
    ['agency', 'agency'],
    ['held', 'amount'],
    ['writing', 'amount'],
    ['overrides', 'amount'],
  ] as const) {
    const { data } = await boss.call(payRuns.partLines, { id: run.id, part, pageSize: 500 })
    expect([part, sum(data.map((row) => row[column]))]).toEqual([part, figures[part]])
  }
})

test('A draft says what changed since it was calculated, closing it is refused, and another calculation clears it', async () => {
  await pay([p1(3)])
  const draft = await start('03/2026')
  expect((await boss.call(payRuns.one, { id: draft.id })).changedSince).toEqual([])
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  expect((await boss.call(payRuns.one, { id: draft.id })).changedSince).toEqual(['contracts'])
  expect(await refusal(closeWithout(draft))).toMatchObject({ code: 'pay_run.changed' })
  const again = await boss.call(payRuns.calculate, { id: draft.id })
  expect((await boss.call(payRuns.one, { id: draft.id })).changedSince).toEqual([])
  expect((await close(again)).paid).toBe('45.00')
})

/** Requests that wait for a lock. */
const waiting = async () =>
  (
    await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(agency.db)
  ).rows[0]?.waiting

test('A run says since when it is calculated to every page that asks, also after a reload, and no longer when that is done', async () => {
  await pay([p1(3)])
  const { id } = await start('03/2026')
  const since = async () => (await boss.call(payRuns.one, { id })).calculatingSince
  expect(await since()).toBeNull()
  const { calculating, shown } = await agency.db.transaction().execute(async (holder) => {
    await sql`select from pay_runs where id = ${id} for update`.execute(holder)
    const calculating = boss.call(payRuns.calculate, { id })
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    return { calculating, shown: await since() }
  })
  expect(shown).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await calculating
  expect(await since()).toBeNull()
})

const running = async () => (await boss.call(payRuns.running, {})).since

/** Answer of a request that another transaction holds up. Every page finds it until it is answered, and not after. */
async function whileHeld<T>(hold: (db: Db) => Promise<unknown>, send: () => Promise<T>): Promise<T> {
  const { sent, shown } = await agency.db.transaction().execute(async (holder) => {
    await hold(holder)
    const sent = send()
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    return { sent, shown: await running() }
  })
  expect(shown).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const answer = await sent
  expect(await running()).toBeNull()
  return answer
}

test('A run that is being started or closed is known to every page that asks, also after a reload, and no longer when that is done', async () => {
  await pay([p1(3)])
  expect(await running()).toBeNull()
  const draft = await whileHeld(
    (db) => sql`lock table pay_runs in share mode`.execute(db),
    () => start('03/2026'),
  )
  const closed = await whileHeld(
    (db) => sql`select from pay_runs where id = ${draft.id} for update`.execute(db),
    () => close(draft),
  )
  expect(closed.status).toBe('Closed')
})

test('A start and a close that wait for a load are known to every page that asks, too', async () => {
  await pay([p1(3)])
  const load = (db: Db) => lockCarrier(db, 'commissions', null)
  const draft = await whileHeld(load, () => start('03/2026'))
  expect(await whileHeld(load, () => close(draft))).toMatchObject({ status: 'Closed' })
})

test('Two requests that calculate a draft at once calculate it once, and a third calculates again', async () => {
  await pay([p1(3)])
  const { id } = await start('03/2026')
  const sent = await agency.db.transaction().execute(async (holder) => {
    await lockRuns(holder)
    const calls = [1, 2].map(() => boss.call(payRuns.calculate, { id }))
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
    return { calls }
  })
  const [first, second] = await Promise.all(sent.calls)
  const calculations = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from audit_events where entity = 'payRun' and action = 'update' and facts ->> 'fields' = 'calculated'`.execute(
        agency.db,
      )
    ).rows[0]?.count
  expect([first?.calculatedAt === second?.calculatedAt, await calculations()]).toEqual([true, 1])
  await boss.call(payRuns.calculate, { id })
  expect(await calculations()).toBe(2)
})

test('A close waits for a load of policies that is running, and is refused when the load moved a line', async () => {
  await pay([p1(3)])
  const march = await start('03/2026')
  const sent = await agency.db.transaction().execute(async (load) => {
    await lockCarrier(load, 'policies', carrier.id)
    const closing = refusal(close(march))
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await sql`
      update commission_lines set agent_npn = '20417733', policy_id = (select id from policies where policy_number = 'P2')`.execute(
      load,
    )
    return { closing }
  })
  expect(await sent.closing).toMatchObject({ code: 'pay_run.changed' })
})

test('A close waits for a change of a schedule that is running', async () => {
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await boss.call(schedules.create, row)
  await pay([p1(3)])
  const march = await start('03/2026')
  const sent = await agency.db.transaction().execute(async (change) => {
    await deriveMonths(change, [carrier.id])
    const closing = close(march)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    return { closing }
  })
  expect((await sent.closing).status).toBe('Closed')
})

/** An agent with a contract of 70 %, the agent of record of P3. */
const signedInAgent = async () => {
  const claims = ['view.Statement', 'view.CommissionTracking']
  const eva = await agency.person({ roles: ['agent'], claims, npn: '30000001' })
  await contract(eva, 70)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 2 }, [
    { number: 'P1', name: 'Inés Álvarez', members: 3 },
    { number: 'P2', name: 'John Reed', members: 1, npn: '20417733' },
    { number: 'P3', name: 'Ruth Bell', members: 3, npn: '30000001' },
  ])
  const seen = async () => {
    const { data, totalAmount } = await eva.call(agentStatements.list, {})
    const track = await eva.call(tracking.paymentSummaries, { year: 2026, policyNumber: 'P3' })
    const lines = await eva.call(statements.lines, {})
    expect([track.totalAmount, lines.commissionAmount]).toEqual([totalAmount, totalAmount])
    return data.map(({ month, amount }) => `${month} ${amount}`).sort()
  }
  const setPercent = (percent: number) =>
    sql`update agent_contracts set percent = ${percent} where agent_id = ${idOf(eva)}`.execute(agency.db)
  return { eva, seen, setPercent }
}
const p3 = (month: number, amount = '60.00'): CommissionRow => ({ number: 'P3', month, amount, npn: '30000001' })

test('Agents see of a closed month what it paid them, also after contracts and splits change, until a correction pays another amount', async () => {
  const { eva, seen, setPercent } = await signedInAgent()
  await pay([p3(3)])
  const march = await runMonth('03/2026')
  await pay([p3(4)])
  await setPercent(75)
  expect(await seen()).toEqual(['3 42.00', '4 45.00'])
  await agency.db.transaction().execute(async (db) => {
    await sql`
      insert into policy_splits (policy_id, agent_id, share, start_date)
      select p.id, a.id, 50, '2020-01-01' from policies p, agents a
      where p.policy_number = 'P3' and a.id = any(${[idOf(eva), idOf(luis)]}::bigint[])`.execute(db)
  })
  expect(await seen()).toEqual(['3 42.00', '4 22.50'])
  await close(await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 % and a split' }))
  expect(await seen()).toEqual(['3 22.50', '4 22.50'])
  const { agent } = await boss.call(payRuns.agent, { id: march.id, agentId: idOf(eva) })
  expect(agent.paid).toBe('42.00')
})

test('Agents see of chargebacks what the run takes back of them, by the terms of the money that they take back, also before it', async () => {
  const { seen, setPercent } = await signedInAgent()
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await boss.call(schedules.create, row)
  await pay([p3(3)])
  await runMonth('03/2026')
  await setPercent(50)
  await pay([p3(4, '-20.00'), p3(4, '-40.00')])
  const taken = ['3 42.00', '4 -42.00']
  expect(await seen()).toEqual(taken)
  await runMonth('04/2026')
  expect(await seen()).toEqual(taken)
})

test('20 A closed line that is undone and loaded again, also without its NPN, keeps its pay, its terms and its place in the closed run', async () => {
  const { seen, setPercent } = await signedInAgent()
  const march = await pay([p3(3), p3(3, '20.00')])
  await runMonth('03/2026')
  await setPercent(75)
  await undo(march)
  expect(await seen()).toEqual([])
  const again = await pay([p3(3), p3(3, '20.00')])
  expect(await seen()).toEqual(['3 56.00'])
  await undo(again)
  await pay([{ ...p3(3), npn: '' }, p3(3, '20.00')])
  expect(await seen()).toEqual(['3 56.00'])
  await pay([p3(4)])
  const april = await start('04/2026')
  expect([april.received, april.paid]).toEqual(['60.00', '45.00'])
})

test('Two payments of a closed month that only their NPN tells apart stay two when they are loaded again', async () => {
  const { eva, seen } = await signedInAgent()
  const both = [p3(3), { ...p3(3), npn: '20417733' }]
  const march = await pay(both)
  await runMonth('03/2026')
  const paid = await seen()
  await undo(march)
  await pay([both[1] ?? p3(3)])
  const april = await start('04/2026')
  expect((await agentsOf(april)).find(({ id }) => id === idOf(eva))).toMatchObject({ earned: '-42.00' })
  await boss.call(payRuns.remove, { id: april.id })
  await pay([p3(3)])
  expect(await seen()).toEqual(paid)
  expect((await start('04/2026')).received).toBe('0.00')
})

test('17 A chargeback that waits for terms takes nothing back, so that the next one finds what was paid', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  await sql`delete from agent_contracts where agent_id = ${idOf(ana)}`.execute(agency.db)
  await pay([p1(3, '-80.00'), p1(3, '-60.00')])
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['chargeback -42.00', 'open 0.00 held'])
})

test('The rule behind an amount of a closed run says the terms and share as they were, also after both changed', async () => {
  await agency.db.transaction().execute(async (db) => {
    await sql`
      insert into policy_splits (policy_id, agent_id, share, start_date)
      select p.id, a.id, case a.id when ${idOf(ana)} then 60 else 40 end, '2020-01-01' from policies p, agents a
      where p.policy_number = 'P1' and a.id = any(${[idOf(ana), idOf(luis)]}::bigint[])`.execute(db)
  })
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  const rules = async () =>
    (await boss.call(payRuns.lines, { id: march.id, agentId: idOf(ana) })).data.map(({ rule, amount }) => [
      rule,
      amount,
    ])
  const before = await rules()
  expect(before).toEqual([['70 % by the contract of 01/01/2020, all carriers, 60 % of the writing part', '25.20']])
  await agency.db.transaction().execute(async (db) => {
    await sql`update policy_splits set share = 50`.execute(db)
    await sql`update agent_contracts set start_date = '2020-02-01', carrier_id = ${carrier.id} where agent_id = ${idOf(ana)}`.execute(
      db,
    )
  })
  expect(await rules()).toEqual(before)
  await sql`delete from agent_contracts where agent_id = ${idOf(ana)}`.execute(agency.db)
  expect(await rules()).toEqual(before)
})

test('The reasons of a change stay those of its run when the month before is corrected later', async () => {
  await pay([p1(3)])
  const march = await runMonth('03/2026')
  await pay([p1(4)])
  const april = await runMonth('04/2026')
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  const correction = await boss.call(payRuns.reopen, { id: march.id, reason: 'Contract of 75 %' })
  expect((await close(correction)).paid).toBe('3.00')
  const { agent, differences } = await boss.call(payRuns.agent, { id: april.id, agentId: idOf(ana) })
  expect([agent.change, differences]).toEqual(['0.00', []])
})

test('A run of a month far ahead is refused, and so is a day of payment far ahead, which would be the year of tax forms', async () => {
  expect(await refusal(start('11/2027'))).toMatchObject({
    code: 'request.invalid',
    details: [{ path: 'month', message: 'No statement of this month can have come yet' }],
  })
  await boss.call(payRuns.remove, { id: (await start('12/2026')).id })
  await pay([p1(3)])
  const { id } = await runMonth('03/2026')
  await boss.call(payRuns.setStatus, { id, status: 'Processed' })
  const paid = (paidOn: string) => boss.call(payRuns.setStatus, { id, status: 'Paid', paidOn })
  expect(await refusal(paid('2027-11-30'))).toMatchObject({
    code: 'request.invalid',
    details: [{ path: 'paidOn', message: 'Must be within 60 days from today' }],
  })
  expect(await paid('2027-01-04')).toMatchObject({ paidOn: '2027-01-04' })
})

test('A line of which a month waits for a contract waits as a whole, wherever it stands among many lines', async () => {
  await pay([p1(3)])
  await sql`
    insert into commission_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, agent_npn, agent_id, agent_by,
      matched_by, confidence)
    select policy_id, carrier_id, month, kind, members, 1, policy_number, agent_npn, agent_id, agent_by, matched_by, confidence
    from commission_lines cross join generate_series(1, 19998)`.execute(agency.db)
  await pay([p1(3, '120.00')])
  // The two months of the last line are the 20,000th part of the run and the one after it.
  const { rows } = await sql<{ id: number }>`
    insert into line_months (line_id, month, policy_id, carrier_id, amount)
    select l.id, m.month, l.policy_id, l.carrier_id, 60
    from commission_lines l, (values ('2026-02-01'::date), ('2026-03-01')) m (month) where l.amount = 120
    returning line_id as id`.execute(agency.db)
  await sql`update agent_contracts set start_date = '2026-03-01' where agent_id = ${idOf(ana)}`.execute(agency.db)
  const run = await start('03/2026')
  const { rows: kinds } = await sql<{ kind: string }>`
    select kind from pay_earnings where run_id = ${run.id} and line_id = ${rows[0]?.id}`.execute(agency.db)
  expect([run.lines, kinds.map(({ kind }) => kind)]).toEqual([20_000, ['open']])
}, 120_000)

test('A line for a month before the first known agent of record, who is of another agency, is in the run for the agency', async () => {
  await sql`update policies set agent_since = '2026-03-01', agent_npn = '99999', agent_id = null where policy_number = 'P2'`.execute(
    agency.db,
  )
  await sql`update carriers set arrears = 1 where id = ${carrier.id}`.execute(agency.db)
  await pay([{ number: 'P2', month: 3, amount: '20.00', npn: '' }])
  expect(await runMonth('03/2026')).toMatchObject({ received: '20.00', agency: '20.00', held: '0.00', lines: 1 })
})

const saying = (heading: string, values: readonly string[]) =>
  csv([
    ['Carrier', 'AgentNPN', 'PolicyNumber', 'InsuredName', 'Month', 'Year', 'Members', 'Amount', heading],
    ...values.map((said) => [carrier.name, '19984127', 'P1', 'Rosa Ledesma', '3', '2026', '3', '60.00', said]),
  ])

test('10 20 A paid line that a later file calls a bonus is taken back from its agent, and paid again when that file is undone', async () => {
  await pay([p1(3)])
  await runMonth('03/2026')
  const named = await uploadAs(admin, saying('Kind', ['Bonus']), {}, 'kinds.csv')
  expect(named.counts).toMatchObject({ new: 0, changed: 1 })
  const april = await start('04/2026')
  expect(await amountsOf(april, ana)).toEqual(['moved -42.00'])
  expect(april).toMatchObject({ received: '0.00', agency: '42.00' })
  await closeWithout(april)
  const may = await start('05/2026')
  expect(await amountsOf(may, ana)).toEqual([])
  await undo(named)
  expect(await boss.call(payRuns.calculate, { id: may.id })).toMatchObject({ received: '0.00', agency: '-42.00' })
  expect(await amountsOf(may, ana)).toEqual(['earned 42.00'])
})

test('20 Equal lines of a closed month that only the month they say tells apart keep their pay when they come again in another order', async () => {
  const march = await uploadAs(admin, saying('PolicyMonth', ['02/2026', '03/2026']), {}, 'one.csv')
  expect(await amountsOf(await runMonth('03/2026'), ana)).toEqual(['earned 42.00', 'earned 42.00'])
  await sql`update agent_contracts set percent = 75 where agent_id = ${idOf(ana)}`.execute(agency.db)
  await undo(march)
  await uploadAs(admin, saying('PolicyMonth', ['03/2026', '02/2026']), {}, 'two.csv')
  expect(await amountsOf(await start('04/2026'), ana)).toEqual([])
})

test('10 17 A chargeback takes back the commission of its policy and month, not a bonus that was paid beside it', async () => {
  const { eva, seen, setPercent } = await signedInAgent()
  await pay([p3(3)])
  const bonus = `Carrier,PolicyNumber,Month,Year,Amount,Kind\n${carrier.name},P3,3,2026,80.00,Bonus\n`
  expect((await uploadAs(admin, bonus, {}, 'bonus.csv')).counts).toMatchObject({ new: 1 })
  await runMonth('03/2026')
  await setPercent(75)
  await pay([p3(3, '-40.00')])
  expect(await seen()).toEqual(['3 14.00'])
  const april = await start('04/2026')
  expect(await amountsOf(april, eva)).toEqual(['chargeback -28.00'])
  expect(april).toMatchObject({ received: '-40.00', agency: '-12.00' })
})

test('20 Of a commission and a bonus of the same amount in a closed month, a file that brings the bonus alone again takes back the commission', async () => {
  const march = await uploadAs(admin, saying('Kind', ['Renewal', 'Bonus']), {}, 'one.csv')
  expect(await amountsOf(await runMonth('03/2026'), ana)).toEqual(['earned 42.00'])
  await undo(march)
  await uploadAs(admin, saying('Kind', ['Bonus']), {}, 'two.csv')
  expect(await amountsOf(await start('04/2026'), ana)).toEqual(['gone -42.00'])
})
