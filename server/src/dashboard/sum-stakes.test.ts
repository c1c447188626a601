import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { stakeAges } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { faultyCarrier, loadLines } from '../variances/variance-samples.ts'

const today = '2026-04-20'
let agency: TestApp
let admin: Person
let ana: Person
let office: Person
beforeEach(async () => {
  ;({ agency, admin, ana } = await startUnpaidApp())
  agency.setClock(() => new Date(`${today}T15:00:00Z`))
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterEach(() => agency.close())

const sumOf = (amounts: readonly string[]) => amountOf(amounts.reduce((sum, one) => sum + (cents(one) ?? 0), 0))

test('What a carrier owes is summed by age, and each sum is that of the variances which the list shows for it', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const other = await faultyCarrier(agency, admin, office)
  const all = await office.call(dashboard.atStake, {})
  expect(all.recovered).toBe('0.00')
  expect(all.carriers).toMatchObject([
    { carrierId: carrier.id, carrierName: carrier.name, ages: ['50.00', '0.00', '0.00', '0.00'] },
    { carrierId: other.carrier.id, ages: ['50.00', '0.00', '0.00', '0.00'] },
  ])
  agency.setClock(() => new Date('2026-06-20T15:00:00Z'))
  const later = await office.call(dashboard.atStake, { agentId: ana.agentId ?? 0 })
  expect(later.carriers.map(({ ages }) => ages)).toEqual([
    ['0.00', '50.00', '0.00', '0.00'],
    ['0.00', '50.00', '0.00', '0.00'],
  ])
  for (const { carrierId, ages } of later.carriers)
    for (const [place, { monthFrom, monthTo }] of stakeAges('2026-06-20').entries()) {
      const months = { ...(monthFrom ? { monthFrom } : {}), ...(monthTo ? { monthTo } : {}) }
      const filter = { carrierId, owed: 'yes' as const, agentId: ana.agentId ?? 0, ...months }
      const { data } = await office.call(variances.list, { ...filter, pageSize: 100 })
      expect(sumOf(data.map(({ stake }) => stake))).toBe(ages[place])
      expect((await office.call(variances.summary, filter)).owed).toBe(ages[place])
    }
})

test('A line that pays what was missing moves its dollars from what is owed to what was recovered', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const before = await office.call(dashboard.atStake, {})
  await loadLines(admin, carrier.name, 3, [
    ['V1', '40.00'],
    ['V1', '40.00'],
    ['V2', '40.00'],
    ['V3', '40.00'],
  ])
  const after = await office.call(dashboard.atStake, {})
  expect(after.carriers.find(({ carrierId }) => carrierId === carrier.id)?.ages[0]).toBe('10.00')
  expect([before.recovered, after.recovered]).toEqual(['0.00', '40.00'])
  const { data } = await office.call(variances.list, { state: 'closed', pageSize: 100 })
  expect(sumOf(data.map(({ recovered }) => recovered))).toBe(after.recovered)
})

test('What is written off is owed no longer, and shown apart; what a carrier denied still is', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const filter = { carrierId: carrier.id, owed: 'yes' as const }
  const status = async (named: string, statusId: number) => {
    const { data } = await office.call(variances.list, { carrierId: carrier.id, policyNumber: named })
    await office.call(variances.setStatus, { id: data[0]?.id ?? 0, statusId, comment: 'By phone' })
  }
  const stakes = async () => {
    const { carriers } = await office.call(dashboard.atStake, {})
    const { owed, overpaid, writtenOff, faults } = await office.call(variances.summary, { carrierId: carrier.id })
    const { data } = await office.call(variances.list, filter)
    const classes = sumOf(faults.map(({ stake }) => stake))
    return {
      ages: carriers[0]?.ages[0],
      listed: sumOf(data.map(({ stake }) => stake)),
      owed,
      overpaid,
      writtenOff,
      classes,
    }
  }
  const [denied, writtenOff] = [4, 5]
  await status('V1', denied)
  expect(await stakes()).toEqual({
    ages: '50.00',
    listed: '50.00',
    owed: '50.00',
    overpaid: '40.00',
    writtenOff: '0.00',
    classes: '90.00',
  })
  await status('V1', writtenOff)
  await status('V3', writtenOff)
  expect(await stakes()).toEqual({
    ages: '10.00',
    listed: '10.00',
    owed: '10.00',
    overpaid: '0.00',
    writtenOff: '80.00',
    classes: '90.00',
  })
})

test('Who may not read variances gets no sums of them', async () => {
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  await expect(agent.call(dashboard.atStake, {})).rejects.toMatchObject({ status: 403 })
})
