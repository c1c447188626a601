import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { expectedMonths } from '@coverdesk/domain/variances/expected-month-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveWaitingLedgers } from '../expected/derive-waiting-ledgers.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { unzipped } from '../testing/test-export.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { faultyCarrier, loadLines } from './variance-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], fullAccess: true })
})
afterAll(() => agency.close())

/** A carrier whose rows decide each month by another rule. */
async function carrierOfRules() {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 2 }, [
    { number: 'R1', effective: '01/01/2026' },
    { number: 'R2', effective: '01/01/2026', npn: '99999999' },
    { number: 'R3', effective: '12/01/2025' },
    { number: 'R4', effective: '01/01/2026', term: '01/31/2026' },
  ])
  await loadLines(admin, carrier.name, 1, [['R1', '40.00']])
  await loadLines(admin, carrier.name, 2, [
    ['R1', '40.00'],
    ['R4', '40.00'],
  ])
  return carrier
}

test('Each policy month is listed with the amount due, the row of the schedule, the rule that decided and the class, and exported', async () => {
  const carrier = await carrierOfRules()
  const { data } = await office.call(expectedMonths.list, { carrierId: carrier.id, pageSize: 100 })
  const shown = data
    .map((row) => `${row.policyNumber} ${row.month.slice(2, 7)} ${row.rule} ${row.expected} ${row.class}`)
    .sort()
  expect(shown).toEqual([
    'R1 26-01 in force 40.00 exact',
    'R1 26-02 in force 40.00 exact',
    'R2 26-01 agent of another agency 0.00 exact',
    'R2 26-02 agent of another agency 0.00 exact',
    'R3 25-12 no row 0.00 not rated',
    'R3 26-01 in force 40.00 missing',
    'R3 26-02 in force 40.00 missing',
    'R4 26-01 in force 40.00 missing',
    'R4 26-02 not in force 0.00 paid after termination',
  ])
  const [first] = data.filter(({ policyNumber }) => policyNumber === 'R1')
  const { data: rows } = await office.call(schedules.list, { carrierId: carrier.id })
  expect(first).toMatchObject({ schedule: 'Per member 20.00', dueMonth: '2026-02-01', received: '40.00' })
  expect(rows.map(({ id }) => id)).toContain(first?.scheduleId)
  const only = await office.call(expectedMonths.list, { carrierId: carrier.id, rule: 'not in force', month: '02/2026' })
  expect(only.data.map(({ policyNumber }) => policyNumber)).toEqual(['R4'])
  const file = await agency.app.inject({
    url: `/api/ExpectedMonths?carrierId=${carrier.id}&policyId=${first?.policyId}`,
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  expect(file.body).toContain('Schedule,Rule,Class,Due with,Expected,Received,At stake')
  expect(file.body).toContain('Per member 20.00,In force,Exact,02/2026,40.00,40.00,0.00')
  expect(file.body).not.toContain('R3')
})

test('A file of the months of one policy, or of its variances or unpaid months, names that filter in its heading', async () => {
  const { token } = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'view.Policy'],
    fullAccess: true,
  })
  const narrowed = { 'policyId=4711': 'Policy id: 4711', 'carrierId=4711': 'Carrier: 4711' }
  for (const path of ['ExpectedMonths', 'Variances', 'PolicyNonPaid', 'LostPolicy'])
    for (const [query, said] of Object.entries(narrowed)) {
      const file = await agency.app.inject({
        url: `/api/${path}?${query}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        },
      })
      expect([path, file.statusCode]).toEqual([path, 200])
      expect([...unzipped(file.rawPayload).values()].join('\n'), path).toContain(said)
    }
})

test('A ledger of a version without the rule gets it after the upgrade', async () => {
  const carrier = await carrierOfRules()
  await sql`update commission_months set rule = null where carrier_id = ${carrier.id}`.execute(agency.db)
  await sql`insert into ledgers_to_derive values (${carrier.id})`.execute(agency.db)
  await deriveWaitingLedgers(agency.db)
  const { data } = await office.call(expectedMonths.list, { carrierId: carrier.id, pageSize: 100 })
  expect(data.filter(({ rule }) => rule === null)).toEqual([])
})

test('Each figure of Variances is the sum or the number of the rows of the list that it opens', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  await uploadPolicies(admin, { carrierId: carrier.id, month: 2 }, [
    { number: 'V1' },
    { number: 'V2' },
    { number: 'V3', npn: '20417733' },
    { number: 'V4', effective: '11/01/2025' },
    { number: 'V5', effective: '01/01/2026', npn: '99999999' },
  ])
  const of = { carrierId: carrier.id }
  const [short] = (await office.call(variances.list, { ...of, class: 'short' })).data
  await office.call(variances.setStatus, { id: short?.id ?? 0, statusId: 5, comment: 'Too little to ask for' })
  const summary = await office.call(variances.summary, of)
  const stakeOf = async (filter: object) => {
    const { data } = await office.call(variances.list, { ...of, ...filter, pageSize: 100 })
    return amountOf(data.reduce((sum, { stake }) => sum + (cents(stake) ?? 0), 0))
  }
  expect(summary.writtenOff).toBe('10.00')
  expect(await stakeOf({ owed: 'yes' })).toBe(summary.owed)
  expect(await stakeOf({ owed: 'no' })).toBe(summary.overpaid)
  expect(await stakeOf({ statusId: 5 })).toBe(summary.writtenOff)
  for (const { class: name, stake } of summary.faults) expect(await stakeOf({ class: name })).toBe(stake)
  const countOf = async (filter: object) => (await office.call(expectedMonths.list, { ...of, ...filter })).totalRecords
  expect(summary.quiet.map((one) => one.class)).toContain('not rated')
  for (const { class: name, count } of summary.quiet)
    expect(await countOf({ class: name, ...(name === 'not rated' ? { mayBePaid: 'no' } : {}) }), name).toBe(count)
  const { data } = await office.call(schedules.list, of)
  for (const { id, version } of data) await office.call(schedules.remove, { id, version })
  const row = { ...of, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, { ...row, states: ['WY'] })
  const { notRated } = await office.call(variances.summary, of)
  expect(notRated).toHaveLength(1)
  expect(await countOf({ class: 'not rated', mayBePaid: 'yes' })).toBe(notRated[0]?.count)
})
