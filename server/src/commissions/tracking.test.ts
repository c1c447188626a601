import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { commissionCsv, policiesOf, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { createUploader, refusal } from '../uploads/policies/upload-samples.ts'

test('PAY-08 the payment summaries show what each agent was paid on each policy by month of a year, under both spellings, and agents see only their own', async () => {
  const agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  const admin = await createUploader(agency)
  const owner = await agency.person({ roles: ['agent'], claims: ['admin.CommissionTracking'], fullAccess: true })
  const rosa = await agency.person({ roles: ['agent'], claims: ['view.CommissionTracking'], npn: '19984127' })
  const luis = await agency.person({ roles: ['agent'], claims: ['view.CommissionTracking'], npn: '20417733' })
  const carrier = { id: await agency.carrier('Oscar'), name: 'Oscar' }
  const other = { id: await agency.carrier('Molina'), name: 'Molina' }
  await policiesOf(agency, carrier.id, 2)
  await uploadAs(
    admin,
    commissionCsv(
      [
        { number: 'C1', month: 1, amount: '22.05' },
        { number: 'C1', month: 1, amount: '-0.05' },
        { number: 'C1', month: 12, amount: '44.10' },
        // The policy has a new agent; earlier payments stay with the first one.
        { number: 'C1', month: 2, amount: '10.00', npn: '20417733' },
        { number: 'C1', month: 5, year: 2025, amount: '7.00' },
        { number: 'X9', month: 3, amount: '3.00', npn: '', name: 'Zoé Núñez' },
        { number: 'C1', month: 1, amount: '5.00', carrier: other.name },
      ],
      carrier.name,
    ),
  )
  const shown = async (filters: object = {}, person = owner) =>
    (await person.call(tracking.paymentSummaries, filters)).data.map(
      ({ policyNumber, insuredName, agentId, carrierName, year, months, total }) => [
        policyNumber,
        insuredName,
        agentId,
        carrierName,
        year,
        total,
        Object.fromEntries(months.flatMap((amount, index) => (amount === null ? [] : [[index + 1, amount]]))),
      ],
    )
  await sql`
    update policies set agent_npn = '20417733', agent_id = ${luis.agentId}, agent_since = '2026-02-01'
    where carrier_id = ${carrier.id} and policy_number = 'C1'`.execute(agency.db)
  // Luis is paid 9.00 of the 10.00 and nothing is agreed for Molina: he sees his pay, the owner what came.
  await sql`
    insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${luis.agentId}, ${carrier.id}, 9, '2026-01-01')`.execute(
    agency.db,
  )
  const ofRosa = ['C1', 'Rosa Ledesma', rosa.agentId, 'Oscar', 2026, '66.10', { 1: '22.00', 12: '44.10' }]
  const ofLuis = ['C1', 'Rosa Ledesma', luis.agentId, 'Oscar', 2026, '10.00', { 2: '10.00' }]
  const ofMolina = ['C1', 'Rosa Ledesma', rosa.agentId, 'Molina', 2026, '5.00', { 1: '5.00' }]
  const unassigned = ['X9', 'Zoé Núñez', null, 'Oscar', 2026, '3.00', { 3: '3.00' }]
  expect(new Set(await shown())).toEqual(new Set([ofRosa, ofLuis, ofMolina, unassigned]))
  expect(await shown({ sort: 'total', order: 'desc' })).toEqual([ofRosa, ofLuis, ofMolina, unassigned])
  expect(await shown({ year: 2025 })).toEqual([
    ['C1', 'Rosa Ledesma', rosa.agentId, 'Oscar', 2025, '7.00', { 5: '7.00' }],
  ])
  expect(await shown({ policyNumber: 'x' })).toEqual([unassigned])
  expect(await shown({ carrierId: other.id })).toEqual([ofMolina])
  expect(await shown({ agentId: luis.agentId })).toEqual([ofLuis])
  const payOfLuis = ['C1', 'Rosa Ledesma', luis.agentId, 'Oscar', 2026, '9.00', { 2: '9.00' }]
  expect(await shown({}, luis)).toEqual([payOfLuis])
  expect(await shown({ agentId: rosa.agentId }, luis)).toEqual([])

  const sum = async (filters: object, person = owner) =>
    (await person.call(tracking.paymentSummaries, { pageSize: 1, ...filters })).totalAmount
  expect(await sum({})).toBe('84.10')
  expect(await sum({ year: 2025 })).toBe('7.00')
  expect(await sum({ policyNumber: 'c' })).toBe('81.10')
  expect(await sum({ agentId: rosa.agentId })).toBe('71.10')
  expect(await sum({}, luis)).toBe('9.00')

  const lines = await luis.call(statements.lines, { carrierId: carrier.id, policyNumber: 'C1', year: 2026 })
  expect(lines.data.map(({ commissionMonth, commissionAmount }) => [commissionMonth, commissionAmount])).toEqual([
    [2, '9.00'],
  ])
  for (const spelling of ['Comissions', 'Commissions']) {
    const answer = await agency.app.inject({
      url: `/api/${spelling}/paymentSummaries?year=2026`,
      headers: { authorization: `Bearer ${luis.token}` },
    })
    expect(answer.json(), spelling).toMatchObject({ totalRecords: 1, data: [{ total: '9.00' }] })
  }
  const stranger = await agency.person({ roles: ['agent'], claims: ['view.AgentPayment'] })
  expect(await refusal(stranger.call(tracking.paymentSummaries, {}))).toMatchObject({ code: 'right.missing' })
  const { rows } = await sql`select from commission_tracks where array_length(months, 1) <> 12`.execute(agency.db)
  expect(rows).toEqual([])
  await agency.close()
})
