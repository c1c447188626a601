import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../platform/auth/password-hash.ts'
import { asOwner, password } from '../../second-factor/factor-test-person.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { child, mariaVega, spouse, testCard } from '../offline-test-people.ts'

let agency: TestApp
let agent: Person
let office: Person
const claims = ['view.OfflineApp']

beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims })
  office = await agency.person({ roles: ['agent'], claims: ['admin.OfflineApp'] })
  const hash = await hashPassword(password)
  await asOwner(agency, 'update users set password_hash = $1 where id = $2', [hash, office.userId])
})
afterEach(() => agency.close())

type Correction = InputOf<typeof offline.correct>

/** Submits Maria with a card, a spouse and a child; returns the id, and her correction with other values. */
async function submitted() {
  const typed = mariaVega({ ...testCard, offlineAppMembers: [spouse, child] })
  const { applicationId: id } = await agent.call(offline.submit, typed)
  const { offlineAppMembers } = await agent.call(offline.one, { id })
  const [luis, ana] = offlineAppMembers.map((member) => member.id)
  const members = { luis: { ...spouse, ssn: '', id: luis }, ana: { ...child, id: ana } }
  const correct = (other: Partial<Correction>, by = agent, version = 1) =>
    by.call(offline.correct, {
      ...typed,
      cardNumber: '',
      cardCvv: '',
      ssn: '',
      offlineAppMembers: [members.luis, members.ana],
      id,
      version,
      ...other,
    })
  return { id, members, correct }
}
const lastChange = async (id: number) => (await agent.call(offline.history, { id })).at(-1)
const reveal = async (id: number, field: 'ssn' | 'cardNumber', memberId?: number) =>
  (await office.call(offline.reveal, { id, field, memberId, reason: 'Asked by the carrier', password })).value

test('a submitted application is corrected by its author, with each changed field in the history and in the audit record', async () => {
  const { id, members, correct } = await submitted()
  const corrected = await correct({
    lastName: 'Vegas',
    language: 'en',
    annualIncome: '40,000',
    offlineAppMembers: [{ ...members.luis, firstName: 'Luiz' }, members.ana],
  })
  expect(corrected).toMatchObject({ version: 2, lastName: 'Vegas', annualIncome: '40000.00', ssnLast4: '3456' })
  expect(corrected).toMatchObject({
    cardLast4: '1111',
    offlineAppMembers: [{ firstName: 'Luiz', ssnLast4: '4321' }, {}],
  })
  expect(await lastChange(id)).toMatchObject({
    version: 2,
    action: 'Corrected',
    changes: [
      { field: 'Last name', old: 'Vega', new: 'Vegas' },
      { field: 'Language', old: 'Spanish', new: 'English' },
      { field: 'Annual income', old: '42500.00', new: '40000.00' },
      { field: 'Luis: First name', old: 'Luis', new: 'Luiz' },
    ],
  })
  const { rows } = await sql`
    select action, facts from audit_events where entity = 'offline-application' and entity_id = ${String(id)} and action = 'update'`.execute(
    agency.db,
  )
  expect(rows).toEqual([
    { action: 'update', facts: { fields: 'Last name, Language, Annual income, Luis: First name' } },
  ])
  const listed = await agent.call(offline.list, { applicant: 'vegas' })
  expect(listed.data.map(({ applicationId }) => applicationId)).toEqual([id])
  // The same again is no new version.
  const same = { lastName: 'Vegas', language: 'en', annualIncome: '40,000' }
  const again = await correct(
    { ...same, offlineAppMembers: [{ ...members.luis, firstName: 'Luiz' }, members.ana] },
    agent,
    2,
  )
  expect(again.version).toBe(2)
})

test('P-63 numbers that are not typed again stay, typed ones replace them, and the history shows their last four digits', async () => {
  const { id, members, correct } = await submitted()
  await correct({ firstName: 'Marina' })
  expect([await reveal(id, 'ssn'), await reveal(id, 'cardNumber')]).toEqual(['900123456', '4111111111111111'])
  const offlineAppMembers = [{ ...members.luis, ssn: '900-65-0000' }, members.ana]
  const card = { cardNumber: '5555 5555 5555 4444', cardCvv: '123' }
  await correct({ firstName: 'Marina', ssn: '900-12-7777', ...card, offlineAppMembers }, agent, 2)
  expect([await reveal(id, 'ssn'), await reveal(id, 'cardNumber'), await reveal(id, 'ssn', members.luis.id)]).toEqual([
    '900127777',
    '5555555555554444',
    '900650000',
  ])
  const change = await lastChange(id)
  expect(change?.changes).toEqual([
    { field: 'SSN', old: 'ending 3456', new: 'ending 7777' },
    { field: 'Card number', old: 'ending 1111', new: 'ending 4444' },
    { field: 'Luis: SSN', old: 'ending 4321', new: 'ending 0000' },
  ])
  expect((await agent.call(offline.findBySsn, { ssn: '900-12-7777' })).length).toBe(1)
  expect(await agent.call(offline.findBySsn, { ssn: '900-12-3456' })).toEqual([])
})

test('P-63 a correction without any field of the card removes the stored card with its number', async () => {
  const { id, correct } = await submitted()
  const empty = { cardExpDate: '', cardFirstName: '', cardMiddleName: '', cardLastName: '' }
  expect(await correct(empty)).toMatchObject({
    version: 2,
    cardLast4: null,
    cardBrand: null,
    cardExpDate: null,
    cardFirstName: '',
    cardLastName: '',
    ssnLast4: '3456',
  })
  expect((await lastChange(id))?.changes).toContainEqual({ field: 'Card number', old: 'ending 1111', new: null })
  const { rows } =
    await sql`select card_number_sealed, card_number_search from offline_applications where id = ${id}`.execute(
      agency.db,
    )
  expect(rows).toEqual([{ card_number_sealed: null, card_number_search: null }])
})

test('members are added, removed and put in another order, also one whose number was revealed', async () => {
  const { id, members, correct } = await submitted()
  await reveal(id, 'ssn', members.luis.id)
  const rosa = { relation: 'mother', firstName: 'Rosa', lastName: 'Vega', dob: '1950-01-02', sex: 'F' }
  const corrected = await correct({ offlineAppMembers: [rosa, members.ana] })
  expect(corrected.offlineAppMembers.map(({ firstName }) => firstName)).toEqual(['Rosa', 'Ana'])
  expect((await lastChange(id))?.changes).toEqual([
    { field: 'Member', old: 'Luis Vega (Spouse)', new: null },
    { field: 'Member', old: null, new: 'Rosa Vega (Mother)' },
  ])
  const [row] = (await agent.call(offline.list, {})).data
  expect(row?.members).toBe(2)
  const strange = correct({ offlineAppMembers: [members.luis] }, agent, 2)
  await expect(strange).rejects.toMatchObject({ status: 400, details: [{ path: 'offlineAppMembers.0.relation' }] })
})

test('P-74 a correction is refused after another change, once the application is processed or on hold, and to others', async () => {
  const { id, correct } = await submitted()
  await office.call(offline.process, { id, version: 1, processed: true })
  await expect(correct({ firstName: 'Marina' })).rejects.toMatchObject({ status: 409, code: 'record.changed' })
  await expect(correct({ firstName: 'Marina' }, agent, 2)).rejects.toMatchObject({
    status: 409,
    message: 'This application is processed. An administrator must reopen it before it can be corrected.',
  })
  await office.call(offline.process, { id, version: 2, processed: false })
  await office.call(offline.hold, { id, version: 3, held: true, reason: 'Complaint' })
  await expect(correct({ firstName: 'Marina' }, agent, 4)).rejects.toMatchObject({ code: 'offline.held' })
  await office.call(offline.hold, { id, version: 4, held: false })
  expect(await correct({ firstName: 'Marina' }, office, 5)).toMatchObject({ firstName: 'Marina', version: 6 })
  const stranger = await agency.person({ roles: ['agent'], claims })
  await expect(correct({}, stranger, 6)).rejects.toMatchObject({ status: 404 })
  await expect(correct({ dob: '2020-01-01' }, agent, 6)).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'dob', message: 'Must be 18+' }],
  })
})
