import { cents } from '@coverdesk/domain/fields/amount.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

test('Each payment of a pay run opens into what adds up to it: lines of its carrier and role, or adjustments; held lines and payments of other agents stay out', async () => {
  const { agency, admin, ana, luis } = await startUnpaidApp()
  onTestFinished(() => agency.close())
  const boss = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.AgentPayment', 'admin.Statement'],
    fullAccess: true,
  })
  const carrier = await newCarrier(agency)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'P1', name: 'Inés Álvarez', members: 3 },
    { number: 'P2', name: 'John Reed', members: 1, npn: '20417733' },
    { number: 'P3', name: 'Ada Voss', members: 1 },
  ])
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent)
    values (${ana.agentId}, '2020-01-01', 'percent', 70), (${luis.agentId}, '2020-01-01', 'percent', 50)`.execute(
    agency.db,
  )
  await sql`
    insert into agent_adjustments (agent_id, first_month, last_month, amount, reason)
    values (${ana.agentId}, '2026-03-01', '2026-03-01', -5, 'Quoting software')`.execute(agency.db)
  await sql`
    insert into pay_holds (policy_id, first_month, last_month, reason)
    select id, '2026-03-01', '2026-03-01', 'Audit' from policies where policy_number = 'P3'`.execute(agency.db)
  const rows = [
    { number: 'P1', month: 3, amount: '60.00', members: 3 },
    { number: 'P2', month: 3, amount: '20.00', npn: '20417733' },
    { number: 'P3', month: 3, amount: '10.00' },
  ]
  await uploadAs(admin, commissionCsv(rows, carrier.name), {}, 'march.csv')
  const { id, inputHash } = await boss.call(payRuns.start, { month: '03/2026' })
  await boss.call(payRuns.close, { id, inputHash })

  const { data } = await boss.call(payments.list, {})
  expect(data.map(({ typePayment, amount, runId }) => [typePayment, amount, runId]).sort()).toEqual([
    ['Adjustment', '-5.00', id],
    ['Commission', '10.00', id],
    ['Commission', '42.00', id],
  ])
  for (const payment of data) {
    const { data: lines, steps } = await boss.call(payments.lines, { paymentId: payment.id, pageSize: 100 })
    const parts = [...lines, ...steps].map(({ amount }) => cents(amount) ?? 0)
    expect(
      parts.reduce((sum, part) => sum + part, 0),
      payment.typePayment,
    ).toBe(cents(payment.amount))
    expect(lines.every(({ held }) => held === null)).toBe(true)
  }
  const own = data.find(({ agentId, typePayment }) => agentId === ana.agentId && typePayment === 'Commission')
  const agent = await agency.person({ roles: ['agent'], claims: ['view.AgentPayment'], npn: '31415926' })
  expect((await refusal(agent.call(payments.lines, { paymentId: own?.id ?? 0 }))).code).toBe('record.not_found')
})

test('An agent reads the lines of a payment without what the carrier paid the agency for them', async () => {
  const { agency, admin } = await startUnpaidApp()
  onTestFinished(() => agency.close())
  const boss = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.AgentPayment', 'admin.Statement'],
    fullAccess: true,
  })
  const eva = await agency.person({ roles: ['agent'], claims: ['view.AgentPayment'], npn: '30000001' })
  const carrier = await newCarrier(agency)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'P1', members: 3, npn: '30000001' }])
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, amount)
    values (${eva.agentId}, '2020-01-01', 'perMember', 14)`.execute(agency.db)
  const rows = [{ number: 'P1', month: 3, amount: '61.37', members: 3, npn: '30000001' }]
  await uploadAs(admin, commissionCsv(rows, carrier.name), {}, 'march.csv')
  const { id, inputHash } = await boss.call(payRuns.start, { month: '03/2026' })
  await boss.call(payRuns.close, { id, inputHash })

  const [payment] = (await eva.call(payments.list, {})).data
  const linesFor = (person: Person) => person.call(payments.lines, { paymentId: payment?.id ?? 0 })
  const own = await linesFor(eva)
  expect(own.data).toMatchObject([{ policyNumber: 'P1', amount: '42.00', received: null }])
  expect(JSON.stringify(own)).not.toContain('61.37')
  expect((await linesFor(boss)).data).toMatchObject([{ amount: '42.00', received: '61.37' }])
})
