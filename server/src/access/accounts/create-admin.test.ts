import { access } from '@coverdesk/domain/access/access-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAdmin } from './create-admin.ts'

let agency: TestApp

beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

const ana = { userName: 'Ana@agency.example', firstName: 'Ana', lastName: 'Reyes', password: 'Long-Enough-Pass' }
const users = () => agency.db.selectFrom('users').selectAll().execute()

test('AUTH-33 AUTH-34 the password of the first administrator must meet the rule; otherwise no user is created', async () => {
  await expect(createAdmin(agency.ownerUrl, agency.services.config, { ...ana, password: 'too-short' })).rejects.toThrow(
    'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20',
  )
  for (const password of ['Password2024!', 'Reyes-Family-77'])
    await expect(createAdmin(agency.ownerUrl, agency.services.config, { ...ana, password })).rejects.toThrow(
      /too common|easy to guess/,
    )
  await expect(createAdmin(agency.ownerUrl, agency.services.config, { ...ana, userName: 'ana' })).rejects.toThrow(
    'email address',
  )
  expect(await users()).toEqual([])
})

test('P-03 the first administrator can sign in, and only the hash of the password is stored', async () => {
  await createAdmin(agency.ownerUrl, agency.services.config, { ...ana, org: 'Sunshine' })
  const answer = await callAs(agency.app, null, access.login, {
    user: 'ana@agency.example',
    pass: ana.password,
    rememberUsername: false,
  })
  expect(answer).toHaveProperty('token')
  const made = (await users()).find(({ user_name }) => user_name === ana.userName)
  expect(made?.password_hash).toMatch(/^\$argon2id\$/)
  expect(made?.roles).toEqual(['administrator', 'securityadmin', 'agent'])
  expect(made?.org).toBe('Sunshine')
})

test('P-72 the audit event is sealed immediately, although no server is running to do it', async () => {
  await createAdmin(agency.ownerUrl, agency.services.config, { ...ana, userName: 'bo@agency.example' })
  const { rows } = await sql<{ sealed: boolean }>`
    select exists (select from audit_chain where id = any(event_ids)) as sealed from audit_events
    where action = 'create' and entity = 'user' and user_id is null`.execute(agency.db)
  expect(rows.map(({ sealed }) => sealed)).not.toContain(false)
  expect(rows.length).toBeGreaterThan(0)
})

test('a user name that is taken, in any letter case, is rejected and changes nothing', async () => {
  await createAdmin(agency.ownerUrl, agency.services.config, ana)
  const before = await users()
  await expect(
    createAdmin(agency.ownerUrl, agency.services.config, { ...ana, userName: 'ANA@AGENCY.EXAMPLE' }),
  ).rejects.toThrow('already')
  expect(await users()).toEqual(before)
})
