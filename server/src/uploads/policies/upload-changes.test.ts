import { fail } from '@coverdesk/domain/fail.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows, policyState, refusal } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let carriers = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.person({ roles: ['agent'], npn: '19984127' })
  await agency.person({ roles: ['agent'], npn: '20417733' })
})
afterAll(() => agency.close())

/** Each test gets its own carrier, so its policies are separate. */
async function ownCarrier(): Promise<number> {
  carrier = await agency.carrier(`Carrier ${++carriers}`)
  return carrier
}
const period = (month = 11) => ({ carrierId: carrier, month, year: 2026 })
const named = (text: string | Buffer, name = 'policies.csv') => ({ text, name })
const process = (
  text: string,
  month = 11,
  more: { loadGoodRows?: boolean; mapping?: string; confirmMissing?: number | undefined } = {},
) => admin.call(uploads.process, { ...period(month), ...more }, named(text))
const check = (text: string, { month, ...more }: { profile?: string; mapping?: string; month?: number } = {}) =>
  admin.call(uploads.check, { ...period(month), ...more }, named(text))
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from policies where carrier_id = ${carrier}`.execute(agency.db))
    .rows[0]?.n

describe('changes by a second file', () => {
  const third = () => csv([headings, ...policyRows(1, 8, { npn: '20417733' }), ...policyRows(11, 14)])

  test('UPLOAD-11 the dry run shows new rows, field changes, unchanged and missing rows, and agents of record by from and to', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 10)]), 10)
    const rows = [
      ...policyRows(1, 2, { npn: '20417733' }),
      ...policyRows(3, 3, { npn: '77777' }),
      ...policyRows(4, 4, { premium: '$1,234.50' }),
      ...policyRows(5, 8),
      ...policyRows(11, 12),
    ]
    const run = await check(csv([headings, ...rows]))
    expect(run.counts).toEqual({ rows: 10, new: 2, changed: 4, unchanged: 4, missing: 2, refused: 0 })
    expect(run.agentChanges).toMatchObject([
      { policies: 2, lost: false, toNpn: '20417733' },
      { policies: 1, lost: true, toName: null, toNpn: '77777' },
    ])
    const agents = await agency.db.selectFrom('agents').select(['npn', 'name']).execute()
    const nameOf = (npn: string) => agents.find((agent) => agent.npn === npn)?.name ?? 'no agent'
    const tab = (outcome: 'changed' | 'new' | 'missing' | 'unchanged', field?: string) =>
      admin.call(uploads.checkedRows, { runId: run.id, outcome, field, pageSize: 100 })
    expect(
      (await tab('changed')).data.map(({ key, field, oldValue, newValue, line }) => [
        key,
        field,
        oldValue,
        newValue,
        line,
      ]),
    ).toEqual([
      ['U10001', 'AgentNPN', nameOf('19984127'), nameOf('20417733'), 2],
      ['U10002', 'AgentNPN', nameOf('19984127'), nameOf('20417733'), 3],
      ['U10003', 'AgentNPN', nameOf('19984127'), 'NPN 77777, not ours', 4],
      ['U10004', 'MonthlyPremium', '104.04', '1234.50', 5],
    ])
    expect((await tab('changed', 'MonthlyPremium')).totalRecords).toBe(1)
    expect((await tab('new')).data.map(({ key, values }) => [key, ...values])).toEqual([
      ['U10011', 'Active', '2026-01-01', null, '111.11', null, nameOf('19984127')],
      ['U10012', 'Active', '2026-01-01', null, '112.12', null, nameOf('19984127')],
    ])
    expect(run.book).toMatchObject({ unknownAgents: [{ npn: '77777', policies: 1 }], withoutAgent: 1 })
    expect((await tab('missing')).data.map((row) => [row.key, row.label])).toEqual([
      ['U10009', 'First9 Last9'],
      ['U10010', 'First10 Last10'],
    ])
    expect((await tab('unchanged')).totalRecords).toBe(4)
    expect(await count()).toBe(10)
    await check(csv([headings, ...rows]))
    expect((await refusal(tab('new'))).code).toBe('record.not_found')
  })

  test('UPLOAD-11 an import records history and agents of record, flags missing policies, and leaves unchanged rows untouched', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 12)]), 9)
    const untouched =
      await sql`select * from policies where carrier_id = ${carrier} and policy_number > 'U10010' order by id`.execute(
        agency.db,
      )
    const run = await process(third(), 10)
    expect(run.counts).toEqual({ rows: 12, new: 2, changed: 8, unchanged: 2, missing: 2, refused: 0 })
    expect(run.rowsWritten).toBe(12)
    const { data } = await admin.call(policies.list, { carrier, policyNumber: 'U10001' })
    const detail = await admin.call(policies.detail, { id: data[0]?.id ?? 0 })
    expect(detail.history).toMatchObject([
      { field: 'AgentNPN', oldValue: '19984127', newValue: '20417733', line: 2, fileName: 'policies.csv' },
    ])
    const spans = await sql<{ held: string; agent_npn: string }>`
      select held::text, agent_npn from policy_agents where policy_id = ${detail.id}`.execute(agency.db)
    expect(spans.rows).toEqual([{ held: '[2026-01-01,2026-10-01)', agent_npn: '19984127' }])
    const missing = await sql<{
      policy_number: string
    }>`select policy_number from policies where carrier_id = ${carrier} and missing_since is not null order by 1`.execute(
      agency.db,
    )
    expect(missing.rows.map((row) => row.policy_number)).toEqual(['U10009', 'U10010'])
    const after =
      await sql`select * from policies where carrier_id = ${carrier} and policy_number in ('U10011', 'U10012') order by id`.execute(
        agency.db,
      )
    expect(after.rows).toEqual(untouched.rows)
    const totals = await sql<{
      n: number
      m: number
    }>`select sum(policies)::int as n, sum(members)::int as m from policy_month_totals where carrier_id = ${carrier}`.execute(
      agency.db,
    )
    const stored = await sql<{
      n: number
      m: number
    }>`select count(*)::int as n, sum(number_of_members)::int as m from policies where carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(totals.rows).toEqual(stored.rows)
    const events = await sql<{
      facts: unknown
    }>`select facts from audit_events where action = 'import' and entity_id = ${String(run.batchId)}`.execute(agency.db)
    expect(events.rows).toHaveLength(1)
  })

  test('UPLOAD-11 columns absent from the file keep their stored values, and a refused row does not count as missing', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 3)]), 9)
    const short = csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'NumberOfMembers'],
      ['U10001', 'First1', 'Last1', 'two'],
      ['U10002', 'First2', 'Last2', '9'],
      ['U10003', 'First3', 'Last3', '4'],
    ])
    const run = await process(short, 10, { loadGoodRows: true })
    expect(run.counts).toEqual({ rows: 3, new: 0, changed: 1, unchanged: 1, missing: 0, refused: 1 })
    const { rows } =
      await sql`select monthly_premium, agent_npn, dob, number_of_members from policies where carrier_id = ${carrier} and policy_number = 'U10002'`.execute(
        agency.db,
      )
    expect(rows).toEqual([
      { monthly_premium: '102.02', agent_npn: '19984127', dob: '1980-03-15', number_of_members: 9 },
    ])
  })

  test('P-60 UPLOAD-09 undoing the newest upload restores every table, and the file can be uploaded again', async () => {
    await ownCarrier()
    const first = await process(csv([headings, ...policyRows(1, 12)]), 8)
    await process(csv([headings, ...policyRows(1, 9)]), 9)
    const before = await policyState(agency.db)
    const run = await process(third(), 10)
    expect(run.counts).toMatchObject({ new: 2, changed: 8, missing: 1 })
    expect(await refusal(admin.call(uploads.undo, { batchId: first.batchId ?? 0 }))).toMatchObject({
      code: 'upload.not_newest',
    })
    const undone = await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
    expect(undone.undoneBy).toMatch(/^Pat Example/)
    expect(undone.mayUndo).toBe(false)
    expect(await policyState(agency.db)).toEqual(before)
    const last = (await admin.call(uploads.carriers, {})).find((entry) => entry.carrierId === carrier)
    expect(last).toMatchObject({ month: 9 })
    expect((await refusal(admin.call(uploads.undo, { batchId: run.batchId ?? 0 }))).code).toBe('upload.not_newest')
    expect(await process(third(), 10)).toMatchObject({ state: 'loaded', counts: run.counts })
    const list = await admin.call(uploads.batches, { carrier })
    expect(list.data.map((batch) => [batch.month, batch.mayUndo, batch.undoneAt !== null])).toEqual([
      [10, true, false],
      [10, false, true],
      [9, false, false],
      [8, false, false],
    ])
  })

  test('P-60 any sequence of uploads is undone step by step to the state before each', async () => {
    await ownCarrier()
    const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] ?? fail('server.error')
    const columns = [...headings, 'BrokerEffectiveDate', 'City']
    const file = (step: number) =>
      policyRows(1, 60)
        .filter((_, n) => (n * 7 + step * 5) % 4 !== 0)
        .map((row, n) => {
          const dice = n * 31 + step * 17 + ((n * step) % 13)
          const npn = pick(['19984127', '20417733', '', '77777'], dice)
          const since = pick(['', '03/01/2026', '11/01/2025', '08/15/2026'], dice >> 2)
          const premium = pick([row[7] ?? '', '10.00', ''], dice >> 1)
          return [
            ...row.slice(0, 4),
            npn,
            ...row.slice(5, 7),
            premium,
            row[8] ?? '',
            since,
            pick(['Miami', 'Tampa', ''], dice),
          ]
        })
    const states: unknown[] = []
    const batches: number[] = []
    for (let step = 1; step <= 6; step++) {
      states.push(await policyState(agency.db))
      const rows = step % 3 === 0 ? file(step).map((row) => row.slice(0, 9)) : file(step)
      const text = csv([step % 3 === 0 ? headings : columns, ...rows])
      const { missing } = (await check(text, { month: step })).counts ?? {}
      const run = await process(text, step, { confirmMissing: missing })
      expect(run.state).toBe('loaded')
      batches.push(run.batchId ?? 0)
    }
    const spans = await sql<{
      n: number
    }>`select count(*)::int as n from policy_agents a join policies p on p.id = a.policy_id where p.carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(spans.rows[0]?.n).toBeGreaterThan(20)
    for (const batchId of batches.toReversed()) {
      await admin.call(uploads.undo, { batchId })
      expect(await policyState(agency.db)).toEqual(states.pop())
    }
    expect(await count()).toBe(0)
  })

  test('P-60 an upload that later data depends on cannot be undone', async () => {
    await ownCarrier()
    const run = await process(csv([headings, ...policyRows(1, 3)]))
    const undo = () => admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
    await sql`insert into commission_lines (policy_id, policy_number, carrier_id, month, amount) select id, policy_number, carrier_id, '2026-11-01', 22.05 from policies where carrier_id = ${carrier} limit 1`.execute(
      agency.db,
    )
    const reason = async () => (await admin.call(uploads.undoObstacle, { batchId: run.batchId ?? 0 })).reason
    const message = 'Commissions refer to 1 policy that this upload added; it cannot be undone'
    expect(await reason()).toBe(message)
    expect((await refusal(undo())).message).toBe(message)
    await sql`delete from commission_lines where carrier_id = ${carrier}`.execute(agency.db)
    await sql`insert into notes (kind, record_id, body, created_by) select ${notedKinds.policy.id}, id, 'Called', ${admin.userId} from policies where carrier_id = ${carrier} limit 1`.execute(
      agency.db,
    )
    expect((await refusal(undo())).message).toBe('1 policy that this upload added has notes; it cannot be undone')
    await sql`delete from notes where kind = ${notedKinds.policy.id}`.execute(agency.db)
    expect(await reason()).toBeNull()
    // What deleting the policies would delete with them.
    const ofPolicies = sql`policies where carrier_id = ${carrier} and policy_number <> 'U10003'`
    const work = [
      [
        'splits',
        sql`insert into policy_splits (policy_id, agent_id, share, start_date) select id, agent_id, 100, '2026-11-01' from ${ofPolicies}`,
      ],
      [
        'pay holds',
        sql`insert into pay_holds (policy_id, first_month, reason) select id, '2026-11-01', 'Disputed' from ${ofPolicies}`,
      ],
      [
        'reviews of sources',
        sql`insert into source_reviews (key, reviewed_as, policy_id, note, reviewed_by) select 'p' || id, 'x', id, 'Asked', ${admin.userId} from ${ofPolicies}`,
      ],
    ] as const
    for (const [what, insert] of work) {
      await insert.execute(agency.db)
      const obstacle = `2 policies that this upload added have ${what}; it cannot be undone`
      expect([await reason(), (await refusal(undo())).message]).toEqual([obstacle, obstacle])
      await sql`delete from policy_splits`.execute(agency.db)
      await sql`delete from pay_holds`.execute(agency.db)
      await sql`delete from source_reviews`.execute(agency.db)
    }
    expect(await reason()).toBeNull()
    await sql`update policies set city = 'Tampa', updated_at = clock_timestamp() where carrier_id = ${carrier} and policy_number = 'U10001'`.execute(
      agency.db,
    )
    expect(await refusal(undo())).toMatchObject({ code: 'upload.changed_since' })
    expect(await count()).toBe(3)
  })

  test('P-57 the same file again answers 409 naming the first upload, sequentially and concurrently', async () => {
    await ownCarrier()
    const text = csv([headings, ...policyRows(1, 5)])
    const outcomes = await Promise.allSettled([process(text), process(text), process(text)])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    const failure = await refusal(process(text))
    expect(failure.code).toBe('upload.duplicate')
    expect(failure.message).toMatch(
      /^This file has already been loaded: policies\.csv on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M by Pat Example/,
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'upload.duplicate' })
    const sums =
      await sql`select count(*)::int as n, sum(monthly_premium) as total from policies where carrier_id = ${carrier}`.execute(
        agency.db,
      )
    expect(sums.rows).toEqual([{ n: 5, total: '515.15' }])
  })

  test('P-58 two uploads of one carrier run one at a time: the result is the same as in sequence', async () => {
    await ownCarrier()
    const files = ['111.00', '222.00'].map((premium) => csv([headings, ...policyRows(1, 400, { premium })]))
    const runs = await Promise.all(files.map((text) => process(text)))
    expect(runs.map((run) => [run.counts?.new, run.counts?.changed]).sort()).toEqual([
      [0, 400],
      [400, 0],
    ])
    const premiums = await sql<{
      premium: string
    }>`select distinct monthly_premium as premium from policies where carrier_id = ${carrier}`.execute(agency.db)
    expect(premiums.rows).toHaveLength(1)
    const history = await sql<{
      n: number
    }>`select count(*)::int as n from policy_changes c join policies p on p.id = c.policy_id where p.carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(history.rows[0]?.n).toBe(400)
  })
})
