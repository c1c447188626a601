import { agency as contract } from '@coverdesk/domain/agency/agency-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent', 'administrator'] })
})
afterEach(() => agency.close())

const address = { street: '120 NW 7th Ave', unit: 'Suite 4', city: 'Miami', state: 'florida', zipCode: '33136' }

test('P-74 an administrator sets the agency’s postal address; an edit based on an older version shows who changed what, and the audit record names fields only', async () => {
  const { version, postalAddress } = await admin.call(contract.settings, {})
  expect(postalAddress).toBeNull()
  const saved = await admin.call(contract.save, { version, postalAddress: address })
  expect(saved).toEqual({
    version: version + 1,
    postalAddress: { ...address, state: 'FL' },
    secondApproval: false,
  })
  expect(await admin.call(contract.save, { version: saved.version, postalAddress: address })).toEqual(saved)
  const conflict = await refusal(admin.call(contract.save, { version, postalAddress: { ...address, unit: '' } }))
  expect(conflict).toMatchObject({ code: 'record.changed', details: { version: saved.version } })
  expect(JSON.stringify(conflict.details)).toContain('120 NW 7th Ave')
  const { rows } = await sql`select facts from audit_events where entity = 'agency'`.execute(agency.db)
  expect(rows).toEqual([{ facts: { fields: 'Street or PO box, Suite or floor, City, State, ZIP code' } }])
})

test('a postal address without street, city, state or zip code or with invalid values is rejected, and only administrators may set it', async () => {
  const { version } = await admin.call(contract.settings, {})
  for (const wrong of [{ street: ' ' }, { city: '' }, { state: 'Atlantis' }, { zipCode: '331' }, { street: 'A\nB' }])
    expect(
      (await refusal(admin.call(contract.save, { version, postalAddress: { ...address, ...wrong } }))).code,
      JSON.stringify(wrong),
    ).toBe('request.invalid')
  const person = await agency.person({ roles: ['agent', 'securityadmin'], claims: ['admin.marketing'] })
  expect((await refusal(person.call(contract.settings, {}))).code).toBe('right.missing')
  expect((await refusal(person.call(contract.save, { version, postalAddress: address }))).code).toBe('right.missing')
})
