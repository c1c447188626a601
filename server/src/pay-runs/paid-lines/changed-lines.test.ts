import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { type PayRun, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person, TestApp } from '../../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../../uploads/policies/unpaid-samples.ts'

let agency: TestApp
let admin: Person
let boss: Person
let carrier: { id: number; name: string }
beforeEach(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  const claims = ['admin.AgentPayment', 'reopen.payRun', 'admin.Statement', 'admin.Carrier']
  boss = await agency.person({ roles: ['agent', 'administrator'], claims, fullAccess: true })
  carrier = await newCarrier(agency)
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent) select id, '2020-01-01', 'percent', 70 from agents where npn is not null`.execute(
    agency.db,
  )
})
afterEach(() => agency.close())

const book = (month: number, policies: readonly PolicyFields[]) =>
  uploadPolicies(admin, { carrierId: carrier.id, month }, policies)
let files = 0
type Line = readonly [number: string, amount: string, name?: string]
async function pay(month: number, lines: readonly Line[]): Promise<number> {
  const rows = lines.map(([number, amount, name]) => ({ number, amount, month, ...(name ? { name } : {}) }))
  const { batchId } = await uploadAs(admin, commissionCsv(rows, carrier.name), {}, `statement-${++files}.csv`)
  return batchId ?? 0
}
const undo = (batchId: number) => admin.call(uploads.undo, { batchId })

const marked = async () =>
  (await sql<{ id: number }>`select original_id as id from paid_lines where is_changed order by 1`.execute(agency.db))
    .rows
/** Rows of a draft without their ids, which each calculation gives again. */
async function earnings({ id }: Pick<PayRun, 'id'>): Promise<unknown[]> {
  const { inputHash } = await boss.call(payRuns.calculate, { id })
  const { rows } =
    await sql`select to_jsonb(e) - 'id' as row from pay_earnings e where run_id = ${id} order by 1`.execute(agency.db)
  return [inputHash, ...rows]
}

/** Fails unless a draft says the same when all paid lines are compared with the present ones. */
async function compareWithAll(run: PayRun): Promise<void> {
  const few = await marked()
  const own = await earnings(run)
  await sql`update paid_lines set is_changed = true`.execute(agency.db)
  expect(own).toEqual(await earnings(run))
  await sql`update paid_lines set is_changed = original_id = any(${few.map(({ id }) => id)}::bigint[])`.execute(
    agency.db,
  )
}

test('20 A run that compares the marked lines alone says the same as one that compares all, after loads, undos, decisions, new months and a close', async () => {
  const both = [
    { number: 'P1', name: 'Inés Álvarez', members: 3 },
    { number: 'P2', name: 'John Reed', npn: '20417733' },
  ]
  await book(1, both)
  await boss.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '12/2026',
    amount: '20.00',
  })
  await pay(1, [
    ['P1', '60.00'],
    ['P2', '40.00'],
    ['Z9', '25.00', 'Nora Known'],
  ])
  const march = await pay(3, [
    ['P1', '60.00'],
    ['P1', '60.00'],
    ['P2', '40.00'],
  ])
  const closeRun = async (month: string) => {
    const run = await boss.call(payRuns.start, { month })
    await boss.call(payRuns.confirm, { id: run.id, carrierIds: [carrier.id] })
    const { id, inputHash } = await boss.call(payRuns.calculate, { id: run.id })
    return await boss.call(payRuns.close, { id, inputHash })
  }
  const [open] = (await boss.call(exceptions.list, { carrierId: carrier.id })).data
  await boss.call(exceptions.ignore, { ids: [open?.id ?? 0], reason: 'Not ours' })
  await closeRun('01/2026')
  await closeRun('02/2026')
  await closeRun('03/2026')
  expect(await marked()).toEqual([])

  let run = await boss.call(payRuns.start, { month: '04/2026' })
  let late = 0
  let batch = 0
  const steps: (() => Promise<unknown>)[] = [
    () => undo(march),
    () =>
      pay(3, [
        ['P1', '60.00'],
        ['P2', '40.00'],
      ]),
    async () => {
      late = await pay(2, [['P1', '60.00']])
    },
    () => undo(late),
    async () => {
      batch = (await book(2, [...both, { number: 'Z9', name: 'Nora Known' }])).batchId ?? 0
    },
    () => boss.call(exceptions.undo, { id: open?.id ?? 0 }),
    () =>
      pay(4, [
        ['P2', '-40.00'],
        ['P1', '60.00'],
      ]),
    async () => {
      const { data } = await boss.call(carriers.list, { name: carrier.name })
      const { id, version, name, code, aliases, phone, portalUrl, disputeDays } = data[0] ?? expect.fail('No carrier')
      const fields = { name, code: code ?? '', aliases, phone: phone ?? '', portalUrl: portalUrl ?? '', disputeDays }
      await boss.call(carriers.edit, { id, version, ...fields, issuerIds: [], arrears: 1 })
    },
    async () => {
      await boss.call(payRuns.remove, { id: run.id })
      await closeRun('04/2026')
      run = await boss.call(payRuns.start, { month: '05/2026' })
    },
    () => undo(batch),
    () => book(2, [{ number: 'P1', name: 'Inés Álvarez', members: 3, term: '02/28/2026' }]),
  ]
  const changes: number[] = []
  for (const step of steps) {
    await step()
    await compareWithAll(run)
    changes.push((await marked()).length)
  }
  expect(Math.max(...changes)).toBeGreaterThan(1)
  await boss.call(payRuns.remove, { id: run.id })
  await closeRun('05/2026')
  const rest = await boss.call(payRuns.start, { month: '06/2026' })
  expect([await marked(), rest.lines]).toEqual([[], 0])
})
