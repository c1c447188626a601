import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeCarrier } from '../../carriers/carrier-samples.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../../uploads/policies/unpaid-samples.ts'
import { closeRunOf, comparePay } from './run-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
/** Closed runs stay, so each history has an agency of its own. */
async function newAgency(): Promise<void> {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
}

const npns = ['19984127', '20417733', '99999999'] as const
const numbers = ['R0', 'R1', 'R2'] as const
const month = fc.integer({ min: 1, max: 6 })
const person = fc.constantFrom(...npns)
const agent = fc.constantFrom(npns[0], npns[1])

const step = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    month,
    policies: fc.array(
      fc.record({
        number: fc.constantFrom(...numbers),
        npn: person,
        members: fc.integer({ min: 1, max: 5 }),
        effective: fc.constantFrom('01/01/2026', '03/16/2026'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    month,
    lines: fc.array(
      fc.record({
        number: fc.constantFrom(...numbers),
        npn: fc.constantFrom(...npns, ''),
        members: fc.constantFrom(1, 3, ''),
        amount: fc.constantFrom('40.00', '60.01', '20.00', '-60.01', '-25.50', '120.00'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('close' as const), month }),
  fc.record({ kind: fc.constant('arrears' as const), arrears: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('schedule' as const), cap: fc.option(fc.integer({ min: 1, max: 4 })) }),
  fc.record({
    kind: fc.constant('contract' as const),
    npn: agent,
    start: fc.constantFrom('2025-10-01', '2026-03-10', '2026-04-01'),
    percent: fc.option(fc.constantFrom('70', '33.3333', '45.5')),
  }),
  fc.record({
    kind: fc.constant('split' as const),
    number: fc.constantFrom(...numbers),
    start: fc.constantFrom('2025-10-01', '2026-03-01'),
    share: fc.constantFrom('50', '33.3333'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const firstDay = (of: number) => `2026-0${of}-01`

async function contract({ npn, start, percent }: Extract<Step, { kind: 'contract' }>): Promise<void> {
  await sql`
    with agent as (select id from agents where npn = ${npn}),
    ended as (delete from agent_contracts where agent_id in (select id from agent) and start_date >= ${start}::date)
    update agent_contracts set end_date = ${start}::date - 1
    where agent_id in (select id from agent) and start_date < ${start}::date and (end_date is null or end_date >= ${start}::date)`.execute(
    agency.db,
  )
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent, amount)
    select id, ${start}, ${percent === null ? 'perMember' : 'percent'}, ${percent}, ${percent === null ? '14.00' : null}
    from agents where npn = ${npn}`.execute(agency.db)
}

async function split(carrierId: number, { number, start, share }: Extract<Step, { kind: 'split' }>): Promise<void> {
  await sql`
    delete from policy_splits where policy_id = (
      select id from policies where carrier_id = ${carrierId} and policy_number = ${number})`.execute(agency.db)
  await sql`
    insert into policy_splits (policy_id, agent_id, share, start_date)
    select p.id, a.id, case a.npn when ${npns[0]} then ${share}::numeric else 100 - ${share}::numeric end, ${start}
    from policies p, agents a
    where p.carrier_id = ${carrierId} and p.policy_number = ${number} and a.npn in (${npns[0]}, ${npns[1]})`.execute(
    agency.db,
  )
}

/** Closes the run of a month, unless a later one is closed. */
async function close(of: string): Promise<void> {
  const { rows } = await sql<{ isLate: boolean }>`
    select coalesce(max(month) >= ${of}::date, false) as "isLate" from pay_runs`.execute(agency.db)
  if (rows[0]?.isLate) return
  await closeRunOf(agency.db, of)
}

let files = 0

test('What agents see of lines in no closed run is what a run of now pays them, after loads, undos, closes, terms and splits in any order', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        await newAgency()
        const carrier = await newCarrier(agency)
        // Runs pay statements from the first run's month on.
        await close('2025-12-01')
        const loads: number[] = []
        for (const one of steps) {
          if (one.kind === 'book') {
            const policies = new Map(one.policies.map((policy) => [policy.number, policy]))
            const run = await uploadPolicies(
              admin,
              { carrierId: carrier.id, month: one.month },
              [...policies.values()].map((policy) => ({ ...policy, name: 'Ana No' })),
            ).catch(() => undefined)
            if (run?.batchId) loads.push(run.batchId)
          } else if (one.kind === 'pay') {
            const rows = one.lines.map((line) => ({ ...line, month: one.month, name: 'Ana No' }))
            const { batchId } = await uploadAs(admin, commissionCsv(rows, carrier.name), {}, `shown-${++files}.csv`)
            if (batchId) loads.push(batchId)
          } else if (one.kind === 'undo') {
            const last = loads.pop()
            if (last !== undefined) await admin.call(uploads.undo, { batchId: last })
          } else if (one.kind === 'close') await close(firstDay(one.month))
          else if (one.kind === 'arrears') await changeCarrier(office, carrier.id, { arrears: one.arrears })
          else if (one.kind === 'contract') await contract(one)
          else if (one.kind === 'split') await split(carrier.id, one)
          else {
            const [row] = (await office.call(schedules.list, { carrierId: carrier.id })).data
            if (row) await office.call(schedules.remove, { id: row.id, version: row.version })
            await office.call(schedules.create, {
              carrierId: carrier.id,
              firstMonth: '01/2026',
              lastMonth: '12/2026',
              amount: '20.00',
              ...(one.cap === null ? {} : { cap: one.cap }),
            })
          }
        }
        const lines = await comparePay(agency.db, '2026-12-01')
        expect(lines.map(({ shown, ...line }) => ({ ...line, pay: shown }))).toEqual(
          lines.map(({ shown: _, ...line }) => line),
        )
      })
      .afterEach(() => agency.close()),
    { numRuns: 12 },
  )
}, 300_000)
