import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../../uploads/policies/unpaid-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
let carrier: { id: number; name: string }
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  const claims = ['admin.Statement', 'admin.AgentPayment']
  office = await agency.person({ roles: ['agent', 'administrator'], claims, fullAccess: true })
  carrier = await newCarrier(agency)
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent) select id, '2020-01-01', 'percent', 70 from agents where npn is not null`.execute(
    agency.db,
  )
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [
    { number: 'B1', members: 2, effective: '01/01/2026' },
    { number: 'B2', members: 2, effective: '01/01/2026' },
  ])
})
afterAll(() => agency.close())

async function closeMonth(month: number, amounts: readonly [number: string, amount: string][]): Promise<void> {
  const rows = amounts.map(([number, amount]) => ({ number, month, amount }))
  await uploadAs(admin, commissionCsv(rows, carrier.name), {}, `balance-${month}.csv`)
  const run = await office.call(payRuns.start, { month: `0${month}/2026` })
  await office.call(payRuns.close, { id: run.id, inputHash: run.inputHash })
}

test('Balances of agents in closed runs: each opening is what the run before carried, and every row adds up', async () => {
  await closeMonth(1, [
    ['B1', '40.00'],
    ['B2', '40.00'],
  ])
  await closeMonth(2, [
    ['B1', '-100.00'],
    ['B2', '40.00'],
  ])
  await closeMonth(3, [
    ['B1', '100.00'],
    ['B2', '40.00'],
  ])
  const { data } = await office.call(payRuns.balances, {})
  expect(
    data.map(({ month, opening, earned, paid, carried }) => [month.slice(0, 7), opening, earned, paid, carried]),
  ).toEqual([
    ['2026-03', '-42.00', '98.00', '56.00', '0.00'],
    ['2026-02', '0.00', '-42.00', '0.00', '-42.00'],
    ['2026-01', '0.00', '56.00', '56.00', '0.00'],
  ])
  for (const row of data) {
    const sum = (...amounts: string[]) => amounts.reduce((total, amount) => total + (cents(amount) ?? 0), 0)
    expect(sum(row.opening, row.earned, row.adjustments, row.advances)).toBe(sum(row.recovered, row.paid, row.carried))
  }
  const only = await office.call(payRuns.balances, { month: '02/2026' })
  expect(only.data).toHaveLength(1)
})

test('Statement lines are listed and exported with their policy, how it was matched and the confidence', async () => {
  await uploadAs(admin, commissionCsv([{ number: 'B1', month: 9, amount: '40.00' }], carrier.name), {}, 'matches.csv')
  const { data } = await office.call(statements.lines, { month: '09/2026', policyNumber: 'B1' })
  expect(data[0]).toMatchObject({ policyNumber: 'B1', matchedBy: 'number', confidence: 100 })
  const answer = await agency.app.inject({
    url: '/api/Commissions?month=09%2F2026&policyNumber=B1',
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  const lines: string[] = answer.body.split('\r\n')
  const [heading, first] = lines.filter((line) => line.includes('Matched by') || line.includes('matches.csv'))
  expect(heading).toContain('Policy,Matched by,Confidence')
  expect(first).toContain('B1,number,100')
})
