import { bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { isRoutingNumber } from '@coverdesk/domain/payouts/routing-number.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { placeOf } from '../offline/sealed-numbers.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let ana: Person
let office: Person
let second: Person
beforeAll(async () => {
  agency = await startTestApp()
  const pays = { roles: ['agent', 'administrator'] as const, claims: ['admin.AgentPayment'], fullAccess: true }
  office = await agency.person({ ...pays, roles: [...pays.roles] })
  second = await agency.person({ ...pays, roles: [...pays.roles], npn: '20417733' })
})
let agents = 0
beforeEach(async () => {
  ana = await agency.person({ roles: ['agent'], npn: `1998412${++agents}` })
})
afterAll(() => agency.close())

const account = {
  routingNumber: '123456780',
  accountNumber: '0001-2345 6789',
  kind: 'checking' as const,
  holder: 'consumer' as const,
  holderName: 'Ana Vega',
  startDate: '2026-01-01',
}
const idOf = (person: Person) => person.agentId ?? 0
const enter = (more: Partial<typeof account> = {}) =>
  office.call(bankAccounts.enter, { ...account, ...more, agentId: idOf(ana) })
const approve = ({ id, version }: { id: number; version: number }, by = second, yes = true) =>
  by.call(bankAccounts.decide, { id, version, approve: yes })

test('35 A routing number with a wrong check digit is refused at its field with a sentence, by the screen’s schema and by the database', async () => {
  expect(['123456780', '111111118', '123456789', '12345678', '021000021'].map(isRoutingNumber)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect(await refusal(enter({ routingNumber: '123456789' }))).toMatchObject({
    code: 'request.invalid',
    details: [
      {
        path: 'routingNumber',
        message:
          'No bank has this routing number: its check digit is wrong. Compare it with a check or the bank’s website',
      },
    ],
  })
  await expect(
    sql`insert into bank_accounts (agent_id, routing_number, account_sealed, account_search, account_last4, kind, holder, holder_name,
      start_date, entered_by)
      values (${idOf(ana)}, '123456789', '', '', '6789', 'checking', 'consumer', 'Ana', '2026-01-01', ${office.userId})`.execute(
      agency.db,
    ),
  ).rejects.toMatchObject({ constraint: 'bank_accounts_routing_checked' })
  expect(await refusal(enter({ holderName: '王芳' }))).toMatchObject({
    details: [{ path: 'holderName', message: 'Write the name in Latin letters: banks take no others' }],
  })
  expect(await refusal(enter({ accountNumber: '12AB' }))).toMatchObject({
    details: [{ path: 'accountNumber', message: 'An account number has 5 to 17 digits' }],
  })
})

test('An account is used once a second person approved it; the one who entered it and its agent cannot', async () => {
  const entered = await enter()
  expect(entered).toMatchObject({ status: 'waiting', last4: '6789', decidedBy: null })
  expect(await refusal(approve(entered, office))).toMatchObject({ code: 'bank_account.own' })
  await expect(
    sql`update bank_accounts set status = 'approved', decided_by = entered_by where id = ${entered.id}`.execute(
      agency.db,
    ),
  ).rejects.toMatchObject({ constraint: 'bank_accounts_second_person' })
  await expect(
    sql`update bank_accounts set holder_name = 'Someone Else' where id = ${entered.id}`.execute(agency.db),
  ).rejects.toMatchObject({ constraint: 'bank_accounts_numbers_fixed' })
  const own = await office.call(bankAccounts.enter, { ...account, agentId: idOf(second) })
  expect(await refusal(approve(own, second))).toMatchObject({ code: 'bank_account.own' })
  expect(await approve(entered)).toMatchObject({ status: 'approved', endDate: null })
  expect(await refusal(approve({ ...entered, version: 2 }))).toMatchObject({ code: 'bank_account.decided' })
  expect(await refusal(approve(entered))).toMatchObject({ code: 'record.changed' })
})

test('A changed account waits while the old one goes on, and ends it on the day before; the agent is notified of each step', async () => {
  await approve(await enter())
  const changed = await ana.call(bankAccounts.enterOwn, {
    ...account,
    accountNumber: '998877665544',
    kind: 'savings',
    startDate: '2026-06-01',
  })
  const [newest, before] = await ana.call(bankAccounts.own, {})
  expect([newest, before].map((row) => [row?.status, row?.last4, row?.endDate])).toEqual([
    ['waiting', '5544', null],
    ['approved', '6789', null],
  ])
  await approve(changed)
  const after = await ana.call(bankAccounts.own, {})
  expect(after.map((row) => [row.status, row.last4, row.endDate])).toEqual([
    ['approved', '5544', null],
    ['approved', '6789', '2026-05-31'],
  ])
  const { rows } = await sql<{ facts: object }>`
    select facts from notifications where user_id = ${ana.userId} and kind = 'bank-account' order by id`.execute(
    agency.db,
  )
  expect(rows.map(({ facts }) => facts)).toEqual(
    ['waiting', 'approved', 'waiting', 'approved'].map((state) => ({ own: true, state })),
  )
})

test('A refused account is never used, a newer entry replaces one that waits, and an approved one can be stopped', async () => {
  await approve(await enter())
  const first = await enter({ startDate: '2026-09-01' })
  const next = await enter({ startDate: '2026-10-01' })
  expect(await refusal(approve(first))).toMatchObject({ code: 'record.changed' })
  expect(await approve(next, second, false)).toMatchObject({ status: 'refused' })
  const [used] = (await ana.call(bankAccounts.own, {})).filter(({ status }) => status === 'approved')
  if (!used) throw new Error('no account')
  agency.setClock(() => new Date('2026-11-10T15:00:00Z'))
  const ended = await office.call(bankAccounts.end, { id: used.id, version: used.version })
  agency.setClock(() => new Date())
  expect(ended).toMatchObject({ status: 'approved', endDate: '2026-11-09' })
})

test('P-61 Account numbers are sealed at their place, shown with four digits, and in no record of audit or history', async () => {
  const number = '445566778899001'
  const entered = await enter({ accountNumber: number })
  const { rows } = await sql<{ sealed: Buffer }>`
    select account_sealed as sealed from bank_accounts where id = ${entered.id}`.execute(agency.db)
  const place = placeOf({ table: 'bank_accounts', column: 'account_sealed' }, entered.id)
  expect(agency.services.sealer.open(place, rows[0]?.sealed ?? Buffer.of())).toBe(number)
  const shown = JSON.stringify([entered, await office.call(bankAccounts.list, { pageSize: 100 })])
  const records = await sql<{ text: string }>`
    select (select string_agg(to_jsonb(a)::text, ' ') from audit_events a) || (select string_agg(to_jsonb(h)::text, ' ') from record_changes h)
      || coalesce((select string_agg(to_jsonb(n)::text, ' ') from notifications n), '') as text`.execute(agency.db)
  for (const text of [shown, records.rows[0]?.text ?? '']) {
    expect(text.length).toBeGreaterThan(100)
    expect(text).not.toContain(number)
    expect(text).not.toContain('000123456789')
  }
})

test('An account that another agent has is named to the one who approves', async () => {
  await enter({ accountNumber: '30405060708' })
  const same = await office.call(bankAccounts.enter, {
    ...account,
    accountNumber: '30405060708',
    agentId: idOf(second),
  })
  expect(same.sameAs).toMatch(/^Pat Example \d+$/)
  expect((await second.call(bankAccounts.own, {}))[0]?.sameAs).toBeNull()
})

test('The agency’s account and names in NACHA files are saved by administrators, and a number left empty stays', async () => {
  const settings = {
    version: 0,
    bankName: 'First Bank of Miami',
    routingNumber: '123456780',
    accountNumber: '',
    immediateDestination: '111111118',
    immediateOrigin: '1592837465',
    companyName: 'Sunrise Coverage',
    companyId: '1592837465',
    entryDescription: 'COMMISSION',
  }
  expect(await refusal(office.call(payoutSettings.save, settings))).toMatchObject({
    details: [{ path: 'accountNumber', message: 'Account number is required' }],
  })
  expect(
    await refusal(
      office.call(payoutSettings.save, { ...settings, companyName: 'Compañía', accountNumber: '55667788' }),
    ),
  ).toMatchObject({
    details: [{ path: 'companyName', message: 'Letters without accents, digits and signs only' }],
  })
  const saved = await office.call(payoutSettings.save, { ...settings, accountNumber: '55667788' })
  expect(saved).toMatchObject({ version: 1, last4: '7788' })
  expect(await office.call(payoutSettings.save, { ...settings, version: 1, bankName: 'Second Bank' })).toMatchObject({
    version: 2,
    last4: '7788',
    bankName: 'Second Bank',
  })
  expect(await refusal(office.call(payoutSettings.save, { ...settings, version: 1 }))).toMatchObject({
    code: 'record.changed',
  })
})
