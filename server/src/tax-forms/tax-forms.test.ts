import { cents } from '@coverdesk/domain/fields/amount.ts'
import { taxForms } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let office: Person
let ana: Person
let luis: Person
beforeAll(async () => {
  agency = await startTestApp()
  office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.AgentPayment'],
    fullAccess: true,
  })
})
afterAll(() => agency.close())
let npns = 40_000_000
beforeEach(async () => {
  ;[ana, luis] = [
    await agency.person({ roles: ['agent'], npn: String(++npns) }),
    await agency.person({ roles: ['agent'], npn: String(++npns) }),
  ]
})

const idOf = (person: Person) => person.agentId ?? 0
let batches = 0
/** A batch that pays agents, paid on a day, or open without one. */
const pay = async (paidOn: string | null, paid: readonly (readonly [Person, string])[]) => {
  const { rows } = await sql<{ id: number }>`
    insert into payment_batches (name) values (${`Batch ${++batches}`}) returning id`.execute(agency.db)
  for (const [person, amount] of paid)
    await sql`
      insert into payments (batch_id, agent_id, type_id, month, amount)
      values (${rows[0]?.id}, ${idOf(person)}, 1, '2026-01-01', ${amount}::numeric)`.execute(agency.db)
  if (paidOn !== null)
    await sql`update payment_batches set status_id = 3, paid_on = ${paidOn}::date where id = ${rows[0]?.id}`.execute(
      agency.db,
    )
}
const facts = {
  version: 0,
  classification: 'individual' as const,
  legalName: 'Ana María Vega',
  tinKind: 'ssn' as const,
  tin: '900-12-3456',
  street: '1 Main Street',
  city: 'Miami',
  state: 'Florida',
  zipCode: '33136',
}
const classOf = async (year: number, person: Person) => {
  const { data } = await office.call(taxForms.list, { year, pageSize: 500 })
  const row = data.find(({ id }) => id === idOf(person))
  return row ? `${row.class} ${row.paid}` : 'none'
}

test('36 A form is due from the limit of the year on, by the day on which the batch was paid', async () => {
  await pay('2026-12-30', [
    [ana, '1999.99'],
    [luis, '1500.00'],
  ])
  await pay('2026-01-02', [[luis, '500.00']])
  await pay('2027-01-04', [[ana, '2000.00']])
  await pay(null, [[ana, '50.00']])
  await pay('2025-06-01', [
    [ana, '600.00'],
    [luis, '599.99'],
  ])
  expect([await classOf(2026, ana), await classOf(2026, luis)]).toEqual(['below 1999.99', 'form 2000.00'])
  expect([await classOf(2027, ana), await classOf(2027, luis)]).toEqual(['form 2000.00', 'none'])
  expect([await classOf(2025, ana), await classOf(2025, luis)]).toEqual(['form 600.00', 'below 599.99'])
  expect(await ana.call(taxForms.own, {})).toEqual([
    { year: 2027, class: 'form', paid: '2000.00' },
    { year: 2026, class: 'below', paid: '1999.99' },
    { year: 2025, class: 'form', paid: '600.00' },
  ])
})

test('Forms, below the limit and exempt are what was paid in the year; corporations and employees are exempt', async () => {
  const eva = await agency.person({ roles: ['agent'], npn: String(++npns) })
  const max = await agency.person({ roles: ['agent'], npn: String(++npns) })
  await pay('2024-02-01', [
    [ana, '5000.10'],
    [luis, '7000.20'],
    [eva, '12.34'],
    [max, '9000.00'],
  ])
  await office.call(taxForms.saveFacts, { ...facts, agentId: idOf(luis), classification: 'llc-s' })
  await office.call(taxForms.saveFacts, { agentId: idOf(max), version: 0, classification: 'employee' })
  const totals = await office.call(taxForms.totals, { year: 2024 })
  expect(totals).toMatchObject({
    limit: '600.00',
    paid: '21012.64',
    form: { agents: 1, amount: '5000.10' },
    below: { agents: 1, amount: '12.34' },
    exempt: { agents: 2, amount: '16000.20' },
    incomplete: 1,
  })
  const sum = [totals.form, totals.below, totals.exempt].reduce((all, { amount }) => all + (cents(amount) ?? 0), 0)
  const { rows } = await sql<{ paid: string }>`
    select sum(y.amount)::text as paid from payments y join payment_batches b on b.id = y.batch_id
    where b.status_id = 3 and b.paid_on between '2024-01-01' and '2024-12-31'`.execute(agency.db)
  expect(sum).toBe(cents(rows[0]?.paid ?? ''))
})

test('The list as a file says what the screen says: the classification in words, and whose W-9 is missing', async () => {
  await pay('2022-02-01', [
    [ana, '5000.00'],
    [luis, '6000.00'],
  ])
  await office.call(taxForms.saveFacts, { ...facts, agentId: idOf(luis), classification: 'llc-s' })
  const answer = await agency.app.inject({
    url: '/api/TaxForms?year=2022',
    headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
  })
  const [, first, second] = answer.body.trim().split('\r\n')
  expect(first).toContain('Exempt,LLC taxed as S corporation,')
  expect(second).toContain('Form,W-9 missing,')
})

test('The file of a filing service has full numbers, names agents whose tax facts are missing instead, and leaves an audit event', async () => {
  await pay('2023-02-01', [[ana, '5000.10']])
  const file = async () =>
    await agency.app.inject({
      url: '/api/TaxForms/2023/file',
      headers: { authorization: `Bearer ${office.token}` },
    })
  const refused = await file()
  expect(refused.json()).toMatchObject({
    code: 'tax_form.incomplete',
    message: expect.stringMatching(/^The W-9 of Pat Example \d+ is missing\. Enter the tax facts first$/),
  })
  const saved = await office.call(taxForms.saveFacts, { ...facts, agentId: idOf(ana) })
  expect(saved).toMatchObject({ version: 1, tinLast4: '3456', state: 'FL' })
  const { body } = await file()
  expect(body.trim().split('\r\n')).toEqual([
    'Recipient Name,Recipient Name Line 2,TIN Type,TIN,Address,Address Line 2,City,State,ZIP,Account Number,Box 1 Nonemployee Compensation',
    `Ana María Vega,,SSN,900123456,1 Main Street,,Miami,FL,33136,A${idOf(ana)},5000.10`,
  ])
  const audit = await sql<{ text: string }>`
    select string_agg(to_jsonb(a)::text, ' ') as text from audit_events a where entity = 'tax-facts'`.execute(agency.db)
  expect(audit.rows[0]?.text).toContain('export')
  expect(audit.rows[0]?.text).not.toContain('900123456')
})

test('P-61 Tax facts are refused at their fields, the number is sealed and kept when it is left empty', async () => {
  const save = (more: object) => office.call(taxForms.saveFacts, { ...facts, agentId: idOf(ana), ...more })
  expect(await refusal(save({ tin: '' }))).toMatchObject({
    details: [{ path: 'tin', message: 'Tax number is required' }],
  })
  expect(await refusal(save({ tin: '12345' }))).toMatchObject({
    details: [{ path: 'tin', message: 'A tax number has nine digits' }],
  })
  expect(await refusal(save({ legalName: '', zipCode: 'x' }))).toMatchObject({
    details: [
      { path: 'legalName', message: 'Legal name is required, as on the W-9' },
      { path: 'zipCode', message: 'Must be valid zip code' },
    ],
  })
  await save({})
  expect(await save({ version: 1, tin: '', city: 'Hialeah' })).toMatchObject({ version: 2, tinLast4: '3456' })
  expect(await refusal(save({ version: 1 }))).toMatchObject({ code: 'record.changed' })
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(f)::text || (select string_agg(to_jsonb(h)::text, ' ') from record_changes h) as text
    from agent_tax_facts f where agent_id = ${idOf(ana)}`.execute(agency.db)
  expect(rows[0]?.text).not.toContain('900123456')
})

test('The limit of a year is set with a reason, and holds from that year on', async () => {
  await pay('2041-02-01', [[ana, '2500.00']])
  expect(await classOf(2041, ana)).toBe('form 2500.00')
  expect(
    await refusal(office.call(taxForms.setLimit, { year: 2040, version: 0, amount: '3000', reason: '' })),
  ).toMatchObject({
    details: [{ path: 'reason', message: 'Reason is required' }],
  })
  const limits = await office.call(taxForms.setLimit, {
    year: 2040,
    version: 0,
    amount: '3000',
    reason: 'Adjusted for inflation',
  })
  expect(limits.find(({ year }) => year === 2040)).toMatchObject({
    year: 2040,
    amount: '3000.00',
    reason: 'Adjusted for inflation',
  })
  expect(await classOf(2041, ana)).toBe('below 2500.00')
})

test('P-74 a limit that someone else changed since is not overwritten, and the refusal says what changed', async () => {
  const set = (version: number, amount: string) =>
    office.call(taxForms.setLimit, { year: 2050, version, amount, reason: 'Notice' })
  await set(0, '3000')
  await set(1, '3100')
  for (const version of [0, 1]) {
    const refused = await refusal(set(version, '3200'))
    expect(refused).toMatchObject({ code: 'record.changed', status: 409, details: { version: 2 } })
  }
  const limits = await office.call(taxForms.limits, {})
  expect(limits.find(({ year }) => year === 2050)).toMatchObject({ amount: '3100.00', version: 2 })
})
