import { agency as contract } from '@coverdesk/domain/agency/agency-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrands, readBrandsFile } from '../platform/config/brands.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { loadAgencyIdentity } from './load-agency-identity.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent', 'administrator'] })
})
afterEach(() => agency.close())

const identity = { name: 'Sunrise Coverage', phone: '(305) 555-0142', email: 'office@sunrise.example' }
const address = { street: '120 NW 7th Ave', unit: 'Suite 4', city: 'Miami', state: 'florida', zipCode: '33136' }

test('P-74 an administrator sets the agency’s postal address; an edit based on an older version shows who changed what, and the audit record names fields only', async () => {
  const { version, postalAddress } = await admin.call(contract.settings, {})
  expect(postalAddress).toBeNull()
  const saved = await admin.call(contract.save, { version, identity, postalAddress: address })
  expect(saved).toEqual({
    version: version + 1,
    identity: { ...identity, phone: '3055550142' },
    postalAddress: { ...address, state: 'FL' },
    npn: null,
    secondApproval: false,
  })
  expect(await admin.call(contract.save, { version: saved.version, identity, postalAddress: address })).toEqual(saved)
  const conflict = await refusal(
    admin.call(contract.save, { version, identity, postalAddress: { ...address, unit: '' } }),
  )
  expect(conflict).toMatchObject({ code: 'record.changed', details: { version: saved.version } })
  expect(JSON.stringify(conflict.details)).toContain('120 NW 7th Ave')
  const { rows } = await sql`select facts from audit_events where entity = 'agency'`.execute(agency.db)
  expect(rows).toEqual([
    { facts: { fields: 'Agency name, Phone, Email, Street or PO box, Suite or floor, City, State, ZIP code' } },
  ])
})

test('SHELL-43 pages and messages name the agency as its administrator set it, another server after its next look, and other brands stay', async () => {
  const shownAt = async (host: string) =>
    (await agency.app.inject({ url: '/api/Configuration', headers: { host } })).json().brand
  const { version } = await admin.call(contract.settings, {})
  await admin.call(contract.save, { version, identity, postalAddress: address })
  expect(await shownAt('portal.agency.test')).toMatchObject({
    name: 'Sunrise Coverage',
    footer: 'Sunrise Coverage',
    phone: '+13055550142',
    email: 'office@sunrise.example',
  })
  expect((await shownAt('alpha.agency.test')).name).toBe('Alpha Health')
  expect(agency.services.brands.own.name).toBe('Sunrise Coverage')

  const another = openBrands(await readBrandsFile(undefined), { publicUrl: 'https://portal.agency.test', demo: false })
  expect(another.own).toMatchObject({ name: 'Coverdesk', phone: '', email: '' })
  await loadAgencyIdentity(agency.db, another)
  expect(another.own.name).toBe('Sunrise Coverage')
})

test('a name, phone or email that clients could not use is rejected at its field', async () => {
  const { version } = await admin.call(contract.settings, {})
  const messages = async (wrong: object) => {
    const { details } = await refusal(
      admin.call(contract.save, { version, identity: { ...identity, ...wrong }, postalAddress: address }),
    )
    return details
  }
  expect(await messages({ name: ' ' })).toEqual([{ path: 'identity.name', message: 'Agency name is required' }])
  expect(await messages({ phone: '555-01' })).toEqual([{ path: 'identity.phone', message: 'Not a Phone' }])
  expect(await messages({ email: 'office' })).toEqual([{ path: 'identity.email', message: 'Must be valid email' }])
})

test('a postal address without street, city, state or zip code or with invalid values is rejected, and only administrators may set it', async () => {
  const { version } = await admin.call(contract.settings, {})
  for (const wrong of [{ street: ' ' }, { city: '' }, { state: 'Atlantis' }, { zipCode: '331' }, { street: 'A\nB' }])
    expect(
      (await refusal(admin.call(contract.save, { version, identity, postalAddress: { ...address, ...wrong } }))).code,
      JSON.stringify(wrong),
    ).toBe('request.invalid')
  const person = await agency.person({ roles: ['agent', 'securityadmin'], claims: ['admin.marketing'] })
  expect((await refusal(person.call(contract.settings, {}))).code).toBe('right.missing')
  expect((await refusal(person.call(contract.save, { version, identity, postalAddress: address }))).code).toBe(
    'right.missing',
  )
})
