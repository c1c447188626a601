import { terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent', 'administrator'] })
})
afterAll(() => agency.close())

const anonymously = (version?: number) => callAs(agency.app, null, terms.one, version === undefined ? {} : { version })

test('AUTH-03 a new agency has terms of use in both languages, which are read without signing in; its changes are dated versions', async () => {
  const first = await anonymously()
  expect(first).toMatchObject({ version: 1, english: expect.stringContaining('# Your account') })
  expect(first.spanish).toContain('# Su cuenta')
  agency.setClock(() => new Date('2027-03-01T03:00:00Z'))
  admin = await agency.person({ roles: ['agent', 'administrator'] })
  const changed = { version: 1, english: ' # Ours\r\nOnly this. ', spanish: '# Nuestras\nSolo esto.' }
  const saved = await admin.call(terms.save, changed)
  expect(saved).toMatchObject({ version: 2, effectiveOn: '2027-02-28', english: '# Ours\nOnly this.' })
  expect(await anonymously()).toEqual(saved)
  expect(await anonymously(1)).toEqual({ ...first, versions: saved.versions })
  expect(saved.versions.map(({ version }) => version)).toEqual([2, 1])
  expect(await admin.call(terms.save, { ...changed, version: 2 })).toEqual(saved)
  const conflict = await refusal(admin.call(terms.save, { ...changed, spanish: 'Otra' }))
  expect(conflict).toMatchObject({ code: 'record.changed', details: { version: 2 } })
  const { rows } = await sql`select facts from audit_events where entity = 'terms'`.execute(agency.db)
  expect(rows).toEqual([{ facts: { version: 2, fields: 'Terms in English, Terms in Spanish' } }])
  expect((await refusal(anonymously(99))).code).toBe('terms.not_found')
})

test('AUTH-03 only administrators change the terms of use, and neither language may be empty', async () => {
  const { version, english, spanish } = await anonymously()
  const security = await agency.person({ roles: ['agent', 'securityadmin'] })
  expect((await refusal(security.call(terms.save, { version, english, spanish }))).code).toBe('right.missing')
  for (const wrong of [{ english: ' \n ' }, { spanish: '' }, { english: 'a\0b' }, { spanish: 'x'.repeat(20_001) }])
    expect((await refusal(admin.call(terms.save, { version, english, spanish, ...wrong }))).code).toBe(
      'request.invalid',
    )
})
