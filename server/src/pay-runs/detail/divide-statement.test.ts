import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { commissionCsv, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../../uploads/policies/unpaid-samples.ts'

test('What became of a statement adds up to what the carrier paid: agents, overrides, holds, the agency, and what no closed run has', async () => {
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
    { number: 'P2', name: 'John Reed', members: 1 },
    { number: 'P3', name: 'Ada Voss', members: 1 },
  ])
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent)
    values (${ana.agentId}, '2020-01-01', 'percent', 70)`.execute(agency.db)
  await sql`
    insert into agent_uplines (agent_id, upline_id, start_date) values (${ana.agentId}, ${luis.agentId}, '2020-01-01')`.execute(
    agency.db,
  )
  await sql`
    insert into override_terms (agent_id, level, start_date, basis, percent)
    values (${luis.agentId}, 1, '2020-01-01', 'percent', 10)`.execute(agency.db)
  await sql`
    insert into pay_holds (policy_id, first_month, last_month, reason)
    select id, '2026-03-01', '2026-03-01', 'Audit' from policies where policy_number = 'P3'`.execute(agency.db)
  const march = [
    { number: 'P1', month: 3, amount: '60.00', members: 3 },
    { number: 'P3', month: 3, amount: '10.00' },
  ]
  await uploadAs(admin, commissionCsv(march, carrier.name), {}, 'march.csv')
  const { id, inputHash } = await boss.call(payRuns.start, { month: '03/2026' })
  const of = { agentId: ana.agentId ?? 0, carrierId: carrier.id, month: '03/2026' }
  const steps = async () => {
    const { received, steps: found } = await boss.call(payRuns.ofStatement, of)
    return [received, ...found.map(({ label, detail, amount }) => `${label}: ${detail} ${amount}`)]
  }
  expect(await steps()).toEqual(['70.00', 'Open: In no closed pay run yet 70.00'])
  await boss.call(payRuns.close, { id, inputHash })
  await uploadAs(admin, commissionCsv([{ number: 'P2', month: 3, amount: '20.00' }], carrier.name), {}, 'late.csv')
  const [received, ...rest] = await steps()
  expect(received).toBe('90.00')
  expect(rest).toEqual([
    expect.stringMatching(/: Writing part, pay run 03\/2026 42\.00$/),
    expect.stringMatching(/: Override, pay run 03\/2026 6\.00$/),
    expect.stringMatching(/: Held by a person: Audit 7\.00$/),
    expect.stringMatching(/: Held by a person: Audit 1\.00$/),
    'Agency: Kept by the agency, pay run 03/2026 14.00',
    'Open: In no closed pay run yet 20.00',
  ])
})
