import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAgent } from '../../agents/test-agents.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'
import { faultyCarrier } from '../../variances/variance-samples.ts'
import { startUnpaidApp } from '../policies/unpaid-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
const agents: number[] = []
const carriers: number[] = []
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], fullAccess: true })
  // Two agents of one name have different NPNs.
  for (const [name, npn] of [
    ['Ana Vega', '50000001'],
    ['Ana Vega', '50000002'],
    ['Núñez, José O’Neil', '50000003'],
    ['Only Name', null],
  ] as const)
    agents.push(await insertAgent(agency, name, npn))
  for (const name of ['Any & Health', 'Oscar (FL)', 'Blue "Cross"']) carriers.push(await agency.carrier(name))
})
afterAll(() => agency.close())

const paths: Readonly<Record<TermFileKind, string>> = {
  schedules: '/api/CommissionSchedules',
  contracts: '/api/AgentContracts',
  uplines: '/api/AgentUplines',
  overrides: '/api/AgentOverrides',
  splits: '/api/PolicySplits',
  advances: '/api/AgentAdvances',
  adjustments: '/api/AgentAdjustments',
}

/** Exports the list of a kind, and checks the exported file as it is. */
async function checkExport(kind: TermFileKind, format: 'csv' | 'xlsx') {
  const exported = await agency.app.inject({
    url: paths[kind],
    headers: { authorization: `Bearer ${office.token}`, accept: mediaTypes[format] },
  })
  expect(exported.statusCode).toBe(200)
  const type = mediaTypes[format]
  const run = await office.call(
    termFiles.check,
    { kind },
    { text: exported.rawPayload, name: `${kind}.${format}`, type },
  )
  return { counts: run.counts, problems: run.problems, headings: run.headings.filter(({ by }) => by === 'guess') }
}

const day = (from: number) => new Date(Date.UTC(2024, 0, 1 + from)).toISOString().slice(0, 10)
const text = fc.constantFrom(
  'E&O insurance',
  '=SUM(A1)',
  'a, "quoted"; one',
  '-5 % rule',
  '@home',
  'Bono de año',
  '2026-01-01',
  '12',
)
const percent = fc.integer({ min: 1, max: 1_000_000 }).map((units) => units / 10_000)
const amount = fc.integer({ min: 1, max: 99_999 }).map((whole) => whole / 100)
const part = fc.oneof(
  percent.map((figure) => ({ basis: 'percent', percent: figure, amount: null })),
  amount.map((figure) => ({ basis: 'perMember', percent: null, amount: figure })),
)
/** Consecutive spans, with and without gaps; the last one may be open. */
const spans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 40 })), { minLength: 1, maxLength: 4 })
  .chain((lengths) => fc.boolean().map((isOpen) => ({ lengths, isOpen })))
  .map(({ lengths, isOpen }) => {
    let at = 0
    return lengths.map(([length, gap], index) => {
      const first = at
      at += length + gap
      return { start: day(first), end: isOpen && index === lengths.length - 1 ? null : day(first + length - 1) }
    })
  })
const months = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.option(fc.integer({ min: 0, max: 12 })))
const monthAt = (at: number) => new Date(Date.UTC(2024, at, 1)).toISOString().slice(0, 10)

const unchanged = (rows: number) => ({ rows, new: 0, changed: 0, unchanged: rows, missing: 0, refused: 0 })

async function expectRoundTrip(kind: TermFileKind, table: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    agency.db,
  )
  const count = rows[0]?.count ?? 0
  for (const format of ['csv', 'xlsx'] as const)
    expect({ format, ...(await checkExport(kind, format)) }).toEqual({
      format,
      counts: unchanged(count),
      problems: [],
      headings: [],
    })
}

const runs = { numRuns: 3 }

test('Contracts and overrides of any dates and parts, exported as CSV and xlsx, load again with 0 changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(spans, part), { minLength: 4, maxLength: 8 }), async (given) => {
      await sql`delete from agent_contracts`.execute(agency.db)
      await sql`delete from override_terms`.execute(agency.db)
      for (const [index, [dates, { basis, percent, amount }]] of given.entries())
        for (const { start, end } of dates) {
          const [agent, carrier] = [agents[index % 4] ?? 0, carriers[Math.trunc(index / 4) - 1] ?? null]
          await sql`insert into agent_contracts (agent_id, carrier_id, start_date, end_date, basis, percent, amount)
            values (${agent}, ${carrier}, ${start}, ${end}, ${basis}, ${percent}, ${amount})`.execute(agency.db)
          await sql`insert into override_terms (agent_id, carrier_id, level, start_date, end_date, basis, percent, amount)
            values (${agent}, ${carrier}, ${(index % 5) + 1}, ${start}, ${end}, ${basis}, ${percent}, ${amount})`.execute(
            agency.db,
          )
        }
      await expectRoundTrip('contracts', 'agent_contracts')
      await expectRoundTrip('overrides', 'override_terms')
    }),
    runs,
  )
  // Several files of random terms, each loaded in full.
}, 180_000)

test('Uplines, splits, advances and adjustments, exported as CSV and xlsx, load again with 0 changed', async () => {
  const { rows: policies } = await sql<{ id: number }>`
    insert into policies (carrier_id, policy_number, first_name, last_name)
    select c, 'SAME-1', 'Ida', 'Case' from unnest(${carriers}::bigint[]) c returning id`.execute(agency.db)
  const item = fc.tuple(fc.integer({ min: 0, max: 3 }), months, amount, percent, text)
  await fc.assert(
    fc.asyncProperty(
      fc.array(spans, { minLength: 3, maxLength: 3 }),
      fc.array(item, { maxLength: 6 }),
      async (dates, items) => {
        await sql`delete from agent_uplines`.execute(agency.db)
        await sql`delete from policy_splits`.execute(agency.db)
        await sql`delete from agent_advances`.execute(agency.db)
        await sql`delete from agent_adjustments`.execute(agency.db)
        for (const [index, ofOne] of dates.entries())
          for (const { start, end } of ofOne) {
            // Each one is under the next, so there is no circle.
            await sql`insert into agent_uplines (agent_id, upline_id, start_date, end_date)
            values (${agents[index]}, ${agents[index + 1]}, ${start}, ${end})`.execute(agency.db)
            await sql`insert into policy_splits (policy_id, agent_id, share, start_date, end_date)
            select ${policies[index]?.id}, s.agent, s.share, ${start}::date, ${end}::date
            from (values (${agents[0]}::bigint, 33.3333), (${agents[1]}::bigint, 33.3333), (${agents[2]}::bigint, 33.3334)) s (agent, share)`.execute(
              agency.db,
            )
          }
        for (const [agent, [first, length], figure, recovery, reason] of items) {
          await sql`insert into agent_advances (agent_id, month, amount, recovery_percent, reason)
          values (${agents[agent]}, ${monthAt(first)}, ${figure}, ${recovery}, ${reason})`.execute(agency.db)
          await sql`insert into agent_adjustments (agent_id, first_month, last_month, amount, reason)
          values (${agents[agent]}, ${monthAt(first)}, ${length === null ? null : monthAt(first + length)}, ${-figure}, ${reason})`.execute(
            agency.db,
          )
        }
        await expectRoundTrip('uplines', 'agent_uplines')
        await expectRoundTrip('splits', 'policy_splits')
        if (items.length === 0) return
        await expectRoundTrip('advances', 'agent_advances')
        await expectRoundTrip('adjustments', 'agent_adjustments')
      },
    ),
    runs,
  )
  // Several files of random terms, each loaded in full.
}, 180_000)

test('Schedules of any scope, exported as CSV and xlsx, load again with 0 changed', async () => {
  const scope = fc.constantFrom(
    ['all', ''],
    ['metal', 'silver'],
    ['line', 'dental'],
    ['plan', 'Blue HMO 1, "Plus"'],
    ['plan', 'silver'],
    ['plan', 'Plan: B'],
  )
  const row = fc.record({
    scope,
    states: fc.constantFrom([], ['FL'], ['FL', 'TX']),
    basis: fc.constantFrom('member', 'policy', 'percent', 'flat'),
    amount: fc.integer({ min: 0, max: 10_000 }).map((whole) => whole / 100),
    cap: fc.option(fc.integer({ min: 1, max: 9 })),
    pays: fc.boolean(),
    lag: fc.integer({ min: 0, max: 12 }),
    days: fc.option(fc.integer({ min: 1, max: 730 })),
    cohort: fc.option(fc.constant('2025-06-15')),
    members: fc.option(fc.integer({ min: 1, max: 9 })),
    source: fc.option(text),
    isOpen: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (given) => {
      await sql`delete from commission_schedules`.execute(agency.db)
      for (const [index, one] of given.entries()) {
        const isLast = index === given.length - 1
        await sql`insert into commission_schedules (carrier_id, states, scope, scope_value, business, first_month, last_month, cohort_from,
            members_from, basis, amount, cap, commissionable, first_lag, dispute_days, source)
          values (${carriers[index % 3]}, ${one.states}, ${one.scope[0]}, ${one.scope[1]}, ${['new', 'renewal', 'both'][index % 3]}, ${monthAt(index)},
            ${one.isOpen && isLast ? null : monthAt(index)}, ${one.cohort}, ${one.members}, ${one.basis}, ${one.amount},
            ${one.basis === 'member' ? one.cap : null}, ${one.pays}, ${one.lag}, ${one.days}, ${one.source})`.execute(
          agency.db,
        )
      }
      await expectRoundTrip('schedules', 'commission_schedules')
    }),
    runs,
  )
  // Several files of random terms, each loaded in full.
}, 180_000)

test('A loaded schedule calculates the expected months again in its transaction, and its undo takes them back', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const owed = async () => (await office.call(variances.summary, { carrierId: carrier.id })).owed
  expect(await owed()).toBe('50.00')
  const file = {
    text: `Carrier,First month,Last month,Amount\n${carrier.name},01/2026,12/2026,25.00\n`,
    name: 'schedule.csv',
  }
  const run = await office.call(termFiles.load, { kind: 'schedules' }, file)
  expect(run.counts).toMatchObject({ new: 0, changed: 1 })
  expect((await office.call(schedules.list, { carrierId: carrier.id })).data[0]?.amount).toBe('25.00')
  expect(await owed()).not.toBe('50.00')
  await office.call(termFiles.undo, { batchId: run.batchId ?? 0 })
  expect(await owed()).toBe('50.00')
})
