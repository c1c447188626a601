import { type PaymentFilters, payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
/** A user who sees all payments. */
let owner: Person
let rosa: Person
let luis: Person
let oscar: number

const paid = { typePayment: 'Commission', batchName: 'Commissions 03/2026', month: 3 } as const

beforeAll(async () => {
  agency = await startTestApp()
  const claims = ['view.AgentPayment']
  owner = await agency.person({ roles: ['agent'], claims: ['admin.AgentPayment'], fullAccess: true })
  rosa = await agency.person({ roles: ['agent'], claims, npn: '19984127' })
  luis = await agency.person({ roles: ['agent'], claims, npn: '20417733' })
  oscar = await agency.carrier('Oscar')
  const molina = await agency.carrier('Molina')
  await sql`
    insert into payment_batches (name) values ('Commissions 03/2026'), ('Commissions 04/2026'), ('Bonuses 04/2026')`.execute(
    agency.db,
  )
  await sql`
    insert into payments (batch_id, agent_id, carrier_id, type_id, month, amount) values
      (1, ${rosa.agentId}, ${oscar}, 1, '2026-03-01', 1022.05), (1, ${luis.agentId}, ${molina}, 1, '2026-03-01', 10),
      (2, ${rosa.agentId}, ${oscar}, 1, '2026-04-01', 20), (2, ${rosa.agentId}, ${oscar}, 4, '2026-04-01', -0.05),
      (3, ${luis.agentId}, null, 3, '2026-04-01', 250), (3, ${luis.agentId}, ${oscar}, 2, '2026-04-01', 2.5)`.execute(
    agency.db,
  )
  await sql`
    update payment_batches set status_id = id % 3 + 1, paid_on = case when id % 3 = 2 then '2026-05-15'::date end`.execute(
    agency.db,
  )
  await sql`update payment_batches set status_id = 3, paid_on = '2026-04-15' where id = 1`.execute(agency.db)
})
afterAll(() => agency.close())

const amounts = async (filters: Partial<PaymentFilters> = {}, person = owner) =>
  (await person.call(payments.list, filters)).data.map(({ amount }) => amount)

test('PAY-01 PAY-06 each filter reduces the rows, also combined, and invalid input is refused', async () => {
  expect(await amounts()).toEqual(['2.50', '250.00', '-0.05', '20.00', '10.00', '1022.05'])
  expect(await amounts({ agentId: luis.agentId ?? 0 })).toEqual(['2.50', '250.00', '10.00'])
  expect(await amounts({ carrierId: oscar })).toEqual(['2.50', '-0.05', '20.00', '1022.05'])
  expect(await amounts({ typePayment: 'Commission' })).toEqual(['20.00', '10.00', '1022.05'])
  expect(await amounts({ batchName: 'nus' })).toEqual(['2.50', '250.00'])
  expect(await amounts({ batchName: 'co' })).toEqual(['-0.05', '20.00', '10.00', '1022.05'])
  expect(await amounts({ batchStatus: 'Open' })).toEqual(['2.50', '250.00'])
  expect(await amounts({ from: '2026-04-16' })).toEqual(['-0.05', '20.00'])
  expect(await amounts({ from: '2026-04-15', to: '2026-04-15' })).toEqual(['10.00', '1022.05'])
  expect(await amounts({ typePayment: 'Adjustment', agentId: rosa.agentId ?? 0, batchStatus: 'Paid' })).toEqual([
    '-0.05',
  ])
  const wrong = { typePayment: 'Gift' }
  const answer = await agency.app.inject({
    url: `/api/SlipPayment?${new URLSearchParams(wrong)}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode).toBe(400)
})

test('the sum is of all payments that the filters let through, not of the page, and an agent’s is of the own ones', async () => {
  const sum = async (filters: Partial<PaymentFilters>, person = owner) =>
    (await person.call(payments.list, filters)).totalAmount
  expect(await sum({ pageSize: 1 })).toBe('1304.50')
  expect(await sum({ carrierId: oscar, pageSize: 1, pageNumber: 2 })).toBe('1044.50')
  expect(await sum({ batchName: 'nus' })).toBe('252.50')
  expect(await sum({ batchName: 'none of these' })).toBe('0.00')
  expect(await sum({}, rosa)).toBe('1042.00')
})

test('PAY-07 P-26 a payment shows its agent, policy, batch and number; an agent sees only their own', async () => {
  const { data, totalRecords } = await rosa.call(payments.list, {})
  expect(totalRecords).toBe(3)
  expect(data.at(-1)).toEqual({
    ...paid,
    id: expect.any(Number),
    agentId: rosa.agentId,
    name: expect.stringContaining('Pat Example'),
    carrierId: oscar,
    carrier: 'Oscar',
    batchStatus: 'Paid',
    amount: '1022.05',
    year: 2026,
    paymentDate: '2026-04-15',
    paymentNumber: 'P0000001',
    runId: null,
  })
  expect(await amounts({ agentId: luis.agentId ?? 0 }, rosa)).toEqual([])
  const otherAgent = await agency.person({ roles: ['agent'], claims: ['view.Statement'] })
  expect(await refusal(otherAgent.call(payments.list, {}))).toMatchObject({ code: 'right.missing' })
})

test('PAY-03 PAY-04 PAY-05 one payment by its number, or all that match the filters, is downloaded as pdf or csv with a file name; others’ payments are missing', async () => {
  const ask = (person: Person, query: Record<string, string>) =>
    agency.app.inject({
      url: `/api/SlipPayment/download?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
  const one = await ask(rosa, { paymentNumber: 'P0000001' })
  expect(one.statusCode).toBe(200)
  expect(one.headers['content-type']).toBe('application/pdf')
  expect(one.headers['content-disposition']).toMatch(/filename="?Payment P0000001/)
  expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const all = await ask(owner, { reportFormatId: 'RFCSV', batchName: 'Commissions', carrierId: String(oscar) })
  expect(all.body.trim().split(/\r?\n/).slice(-4)).toEqual([
    'Number,Agent,Carrier,Type,Batch,Status,Month,Paid,Amount',
    expect.stringMatching(/^P0000004,Pat Example \d+,Oscar,Adjustment,Commissions 04\/2026,Paid,04\/2026,.*,-0\.05$/),
    expect.stringMatching(/^P0000003,.*,20\.00$/),
    expect.stringMatching(/^P0000001,.*,1022\.05$/),
  ])
  expect((await ask(rosa, { paymentNumber: 'P0000002' })).statusCode).toBe(404)
  expect((await ask(owner, { paymentNumber: 'P0009999' })).statusCode).toBe(404)
  expect((await ask(owner, { paymentNumber: '1; drop table payments' })).statusCode).toBe(400)
  expect((await ask(owner, { reportFormatId: 'RFXLSX' })).statusCode).toBe(400)
})

test('a paid batch and its payments never change', async () => {
  for (const change of [
    sql`update payments set amount = 1 where id = 1`,
    sql`delete from payments where id = 1`,
    sql`insert into payments (batch_id, agent_id, type_id, month, amount) values (1, ${rosa.agentId}, 3, '2026-03-01', 5)`,
    sql`update payments set batch_id = 1 where batch_id = 3`,
    sql`update payment_batches set status_id = 1, paid_on = null where id = 1`,
  ])
    await expect(change.execute(agency.db)).rejects.toMatchObject({ constraint: 'payment_batches_paid_locked' })
  expect(await amounts({ to: '2026-04-15' })).toEqual(['10.00', '1022.05'])
})
