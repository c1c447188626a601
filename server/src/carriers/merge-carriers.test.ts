import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { carrierReferences } from './merge-carriers.ts'

let agency: TestApp
let admin: Person
let kept: number
let merged: number
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({
    roles: ['agent', 'administrator'],
    npn: '1234567',
    claims: ['admin.UploadFile', 'view.UploadFile', 'admin.Policy'],
  })
  kept = await agency.carrier('Kept')
  merged = await agency.carrier('Merged')
})
afterEach(() => agency.close())

const pair = () => ({ id: kept, otherId: merged })
const merge = () => admin.call(carriers.merge, { ...pair(), version: 1, otherVersion: 1 })

/** Inserts one record of each kind for the merged carrier, and one policy for the other. */
async function fill(): Promise<void> {
  const agent = admin.agentId
  await sql`
    with policy as (
      insert into policies (carrier_id, policy_number, first_name, last_name, effective_date, agent_id)
      values (${merged}, 'M1', 'Ida', 'Moves', '2026-01-01', ${agent}) returning *),
    other as (
      insert into policies (carrier_id, policy_number, first_name, last_name, effective_date, agent_id)
      values (${kept}, 'K1', 'Kim', 'Stays', '2026-01-01', ${agent}) returning id),
    unpaid as (
      insert into unpaid_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name, at_stake)
      select id, '2026-03-01', 'premium', carrier_id, policy_number, 'Ida Moves', search_name, sort_name, 20 from policy),
    lost as (
      insert into lost_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name, at_stake)
      select id, '2026-03-01', 'missing', carrier_id, policy_number, 'Ida Moves', search_name, sort_name, 20 from policy),
    variance as (
      insert into variances (policy_id, month, carrier_id, class, reason, expected, received, stake, policy_number, insured_name,
        search_name, sort_name, version)
      select id, '2026-03-01', carrier_id, 'missing', 'No line pays 03/2026.', 20, 0, 20, policy_number, 'Ida Moves', search_name,
        sort_name, 2 from policy),
    cash as (
      insert into expected_cash (carrier_id, agent_id, statement, policies, amount) values (${merged}, ${agent}, '2026-04-01', 1, 20)),
    dispute as (
      insert into disputes (carrier_id, items, stake) values (${merged}, 1, 20)),
    decision as (
      insert into line_resolutions (carrier_id, number_key, name_key, policy_number, ignored) values (${merged}, 'X1', '', 'X1', 'Not ours')),
    whole as (
      insert into statement_confirmations (carrier_id, month, lines) values (${merged}, '2026-02-01', 0)),
    equals as (
      insert into equal_line_confirmations (carrier_id, policy_number, statement, amount, lines)
      values (${merged}, 'M1', '2026-03-01', 20, 2)),
    unit as (
      insert into source_units (month, key, carrier_id, policy_id, class, in_exchange, in_book, paid, stake, insured_name, search_name, sort_name)
      select '2026-03-01', 'p' || id, carrier_id, id, 'not paid', true, true, 0, 20, 'Ida Moves', search_name, sort_name from policy),
    schedule as (
      insert into commission_schedules (carrier_id, business, first_month, last_month, basis, amount)
      values (${merged}, 'both', '2026-01-01', '2026-12-01', 'member', 20)),
    batch as (
      insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new, rows_changed,
        rows_unchanged, rows_missing, rows_refused, loaded_by)
      values (gen_random_uuid(), 'policies', ${merged}, '2026-01-01', 'm.csv', ${Buffer.from('m')}, 1, 1, 1, 0, 0, 0, 0, ${admin.userId})
      returning id),
    run as (
      insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, started_by)
      values (gen_random_uuid(), 'policies', false, 'loaded', 'done', ${merged}, '2026-01-01', 'm.csv', ${admin.userId})),
    rate as (
      insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${agent}, ${merged}, 15, '2026-01-01')),
    contract as (
      insert into agent_contracts (agent_id, carrier_id, start_date, basis, percent)
      values (${agent}, ${merged}, '2026-01-01', 'percent', 70)),
    override as (
      insert into override_terms (agent_id, carrier_id, level, start_date, basis, amount)
      values (${agent}, ${merged}, 1, '2026-01-01', 'perMember', 2)),
    appointment as (
      insert into agent_appointments (agent_id, carrier_id, state, effective) values (${agent}, ${merged}, 'FL', '2026-01-01')),
    paid as (
      insert into payment_batches (name, status_id) values ('Batch', 1) returning id),
    payment as (
      insert into payments (batch_id, agent_id, carrier_id, type_id, month, amount)
      select id, ${agent}, ${merged}, 1, '2026-01-01', 10 from paid),
    replaced as (
      insert into commission_replaced_months (replaced_by, carrier_id, month) select id, ${merged}, '2026-01-01' from batch),
    replaced_line as (
      insert into commission_replaced_lines (replaced_by, id, carrier_id, month, kind, amount, policy_number)
      select id, 1, ${merged}, '2026-01-01', 'other', 10, 'R1' from batch),
    application as (
      insert into marketplace_applications (exchange_assigned_id, carrier_id, snapshot_at, document)
      values ('E1', ${merged}, now(), '{"policies": [{"dateEffective": "2026-01-01"}]}'))
    insert into commission_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, insured_name, agent_id, last_batch_id, last_line)
    select null, ${merged}, '2026-01-01', 'renewal', 1, 20, 'K1', 'Kim Stays', ${agent}, id, 1 from batch`.execute(
    agency.db,
  )
  await sql`update payment_batches set status_id = 3, paid_on = '2026-02-01' where name = 'Batch'`.execute(agency.db)
  await sql`select rebuild_policy_month_totals(${merged}), rebuild_commission_tracks_of(${merged}),
    rebuild_commission_month_totals(${merged}, array['2026-01-01'::date])`.execute(agency.db)
  await admin.call(uploads.saveProfile, {
    carrierId: merged,
    kind: 'policies',
    version: 0,
    profile: { ...plainProfile, headings: { PolicyNumber: ['Contract'] } },
  })
}

const countOf = async (table: string, column: string, id: number) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(agency.db)
  ).rows[0]?.n

test('A-121 merging moves every record of the carrier: no table with a foreign key to carriers refers to it afterwards', async () => {
  await fill()
  const references = await carrierReferences(agency.db)
  for (const { table, column } of references)
    if (table !== 'carrier_issuer_ids')
      expect(
        await countOf(table, column, merged),
        `${table} has a record of the carrier; add one to fill() for a new table`,
      ).toBeGreaterThan(0)
  const preview = await admin.call(carriers.previewMerge, pair())
  expect(preview.conflicts).toEqual([])
  expect(preview.moves).toEqual(
    expect.arrayContaining([
      '1 policy',
      '1 commission line',
      '1 agent rate',
      '1 appointment',
      '1 payment',
      '1 unpaid entry',
      '1 lost entry',
      '1 loaded file',
      '1 marketplace application',
    ]),
  )
  const answer = await merge()
  expect(answer).toMatchObject({
    id: kept,
    version: 2,
    aliases: ['Merged'],
    profiles: [{ kind: 'policies', version: 1 }],
  })
  for (const { table, column } of references) expect(await countOf(table, column, merged), table).toBe(0)
  expect(await countOf('policies', 'carrier_id', kept)).toBe(2)
  expect(await countOf('payments', 'carrier_id', kept)).toBe(1)
  expect((await refusal(admin.call(carriers.one, { id: merged }))).code).toBe('carrier.not_found')
  const { rows } = await sql<{ facts: object }>`
    select facts from audit_events where entity = 'carrier' and entity_id = ${String(kept)} and action = 'update'`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ facts: expect.objectContaining({ change: 'Merged', merged: 'Merged', policies: 1 }) }])
})

test('A-121 after merging totals are combined, and a line is matched with a policy of the other carrier', async () => {
  await fill()
  await merge()
  const { rows } = await sql<{ lines: number; amount: string; policies: number; matched: boolean; months: number }>`
    select (select sum(lines)::int from commission_month_totals where carrier_id = ${kept}) as lines,
      (select sum(amount)::text from commission_month_totals where carrier_id = ${kept}) as amount,
      (select sum(policies)::int from policy_month_totals where carrier_id = ${kept}) as policies,
      (select policy_id is not null from commission_lines where carrier_id = ${kept}) as matched,
      (select count(*)::int from commission_years y join policies p on p.id = y.policy_id where p.carrier_id = ${kept}) as months`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ lines: 1, amount: '20.00', policies: 2, matched: true, months: 1 }])
  const page = await admin.call(policies.list, { carrier: kept })
  expect(page.totalRecords).toBe(2)
})

test('A-121 a policy number, rate, contract, override, appointment or file of both carriers is reported with examples and blocks the merge', async () => {
  await fill()
  const agent = admin.agentId
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name) values (${kept}, 'M1', 'Ann', 'Double')`.execute(
    agency.db,
  )
  await sql`
    insert into agent_rates (agent_id, carrier_id, rate, start_date, end_date) values (${agent}, ${kept}, 18, '2026-06-01', null)`.execute(
    agency.db,
  )
  await sql`
    insert into agent_contracts (agent_id, carrier_id, start_date, basis, percent) values (${agent}, ${kept}, '2026-03-01', 'percent', 60)`.execute(
    agency.db,
  )
  await sql`
    insert into override_terms (agent_id, carrier_id, level, start_date, basis, percent)
    values (${agent}, ${kept}, 1, '2026-03-01', 'percent', 5), (${agent}, ${kept}, 2, '2026-03-01', 'percent', 3)`.execute(
    agency.db,
  )
  await sql`
    insert into agent_appointments (agent_id, carrier_id, state, effective) values (${agent}, ${kept}, 'FL', '2026-05-01')`.execute(
    agency.db,
  )
  await sql`
    insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new, rows_changed,
      rows_unchanged, rows_missing, rows_refused, loaded_by)
    values (gen_random_uuid(), 'policies', ${kept}, '2026-01-01', 'k.csv', ${Buffer.from('m')}, 1, 1, 1, 0, 0, 0, 0, ${admin.userId})`.execute(
    agency.db,
  )
  const { conflicts } = await admin.call(carriers.previewMerge, pair())
  expect(conflicts.map(({ count, examples }) => ({ count, examples }))).toEqual([
    { count: 1, examples: ['M1 (Ann Double, Ida Moves)'] },
    { count: 1, examples: [expect.stringContaining('$15.00 from 01/01/2026 on')] },
    { count: 1, examples: [expect.stringContaining(', from 01/01/2026 on')] },
    { count: 1, examples: [expect.stringContaining(', level 1, from 01/01/2026 on')] },
    { count: 1, examples: [expect.stringContaining('FL from 01/01/2026 on')] },
    { count: 1, examples: ['k.csv of 01/2026'] },
  ])
  const refused = await refusal(merge())
  expect(refused).toMatchObject({
    code: 'carrier.merge_refused',
    message: expect.stringContaining('policy number is in use under both'),
  })
  expect(await countOf('policies', 'carrier_id', merged)).toBe(1)
})

test('P-74 a merge based on an older version of either carrier is rejected, and so is a merge with itself', async () => {
  await admin.call(carriers.setActive, { id: merged, version: 1, active: false })
  expect((await refusal(merge())).code).toBe('record.changed')
  expect(
    (await refusal(admin.call(carriers.merge, { id: kept, otherId: kept, version: 1, otherVersion: 1 }))).code,
  ).toBe('request.invalid')
})

test('A-121 a file is recognized by name, code and alias of a carrier, and after a merge by those of both', async () => {
  const { rows: made } = await sql<{ id: number }>`
    insert into carriers (name, code) values ('Recognized Health', 'RCG') returning id`.execute(agency.db)
  const id = made[0]?.id ?? 0
  const edited = await admin.call(carriers.edit, {
    id,
    version: 1,
    name: 'Recognized Health',
    code: 'RCG',
    phone: '',
    portalUrl: '',
    disputeDays: 90,
    aliases: ['Recognized Health of Florida, Inc.'],
    issuerIds: ['88123 FL'],
  })
  const called = async (name: string) =>
    (await sql<{ id: number | null }>`select carrier_called(${name}) as id`.execute(agency.db)).rows[0]?.id
  for (const name of ['recognized-health', 'rcg', 'RECOGNIZED HEALTH OF FLORIDA INC'])
    expect(await called(name), name).toBe(id)
  const ofPlan = async (plan: string) =>
    (await sql<{ id: number | null }>`select carrier_of_plan(${plan}) as id`.execute(agency.db)).rows[0]?.id
  expect(await ofPlan('88123FL0010001')).toBe(id)
  expect(await ofPlan('88124FL0010001')).toBeNull()
  const names = ['RCG', 'recognized health', 'Recognized Health of Florida, Inc.']
  const statement = await uploadAs(
    admin,
    commissionCsv(
      names.map((name, n) => ({ number: `R${n}`, amount: '10.00', carrier: name })),
      '',
    ),
  )
  expect(statement.counts).toMatchObject({ new: 3, refused: 0 })
  const { rows: lines } = await sql`
    select distinct carrier_id as "carrierId" from commission_lines where last_batch_id = ${statement.batchId}`.execute(
    agency.db,
  )
  expect(lines).toEqual([{ carrierId: id }])
  await admin.call(carriers.merge, { id: kept, otherId: id, version: 1, otherVersion: edited.version })
  for (const name of ['Recognized Health', 'RCG', 'Kept']) expect(await called(name), name).toBe(kept)
  expect(await ofPlan('88123FL0010001')).toBe(kept)
})
