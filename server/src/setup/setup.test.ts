import { access } from '@coverdesk/domain/access/access-contract.ts'
import { lists } from '@coverdesk/domain/lookups/list-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { type SetupChecklist, setup } from '@coverdesk/domain/setup/setup-contract.ts'
import { type SetupStep, setupSteps } from '@coverdesk/domain/setup/setup-steps.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setTestPostalAddress } from '../agency/test-postal-address.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeSetupCode } from './setup-links.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

const password = 'Verdant-Kettle-42'
const ana = {
  user: 'ana@agency.test',
  firstName: 'Ana',
  lastName: 'Reyes',
  pass: password,
  pass_confirm: password,
}
const newCode = async () => (await makeSetupCode(agency.ownerUrl)) ?? ''
const create = (input: Partial<typeof ana> & { code: string }) =>
  callAs(agency.app, null, setup.createAdministrator, { ...ana, ...input })
const users = async () => (await sql`select user_name from users`.execute(agency.db)).rows

test('P-14 the setup link creates one administrator with every right, who can sign in', async () => {
  const code = await newCode()
  expect(code).toMatch(/^[\w-]{32}$/)
  await callAs(agency.app, null, setup.check, { code })
  await create({ code })
  const { rows } = await sql`
    select roles, has_full_agent_access as full, cardinality(claims) > 30 as claims, t.name as type
    from users join lookup_values t on t.list = 'generic.8' and t.id = type_id`.execute(agency.db)
  expect(rows).toEqual([
    { roles: ['administrator', 'securityadmin', 'agent'], full: true, claims: true, type: 'Employee' },
  ])
  expect(await callAs(agency.app, null, access.login, { user: ana.user, pass: password })).toHaveProperty('token')
  const audited = await sql`select facts, address from audit_events where action = 'create'`.execute(agency.db)
  expect(audited.rows).toEqual([{ facts: { by: 'setup link' }, address: '127.0.0.1' }])
})

test('P-14 a used, unknown or expired link creates no user', async () => {
  await expect(create({ code: 'x'.repeat(32) })).rejects.toMatchObject({ code: 'setup.link_invalid' })
  const [expired, used] = [await newCode(), await newCode()]
  await sql`update setup_links set expires_at = now() - interval '1 minute'`.execute(agency.db)
  await expect(create({ code: expired })).rejects.toMatchObject({ code: 'setup.link_invalid' })
  expect(await users()).toEqual([])
  await sql`update setup_links set expires_at = now() + interval '1 hour'`.execute(agency.db)
  await create({ code: used })
  await expect(create({ code: used, user: 'eve@agency.test' })).rejects.toMatchObject({ code: 'setup.link_invalid' })
  await expect(callAs(agency.app, null, setup.check, { code: used })).rejects.toMatchObject({
    code: 'setup.link_invalid',
  })
  expect(await users()).toHaveLength(1)
})

test('P-14 an installation with users creates no link, and its old link no longer works', async () => {
  const code = await newCode()
  await agency.person({ roles: ['securityadmin'] })
  expect(await makeSetupCode(agency.ownerUrl)).toBeNull()
  await expect(create({ code })).rejects.toMatchObject({ code: 'setup.link_invalid' })
})

test('P-14 of ten concurrent requests with one link one creates an administrator', async () => {
  const code = await newCode()
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => create({ code, user: `ana${at}@agency.test` })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await users()).toHaveLength(1)
})

test('P-01 a weak password and missing names are refused with their messages, and the link stays valid', async () => {
  const code = await newCode()
  await expect(create({ code, pass: 'Ana-Reyes-Ana-1', pass_confirm: 'Ana-Reyes-Ana-1' })).rejects.toMatchObject({
    code: 'password.refused',
  })
  await expect(create({ code, firstName: ' ' })).rejects.toMatchObject({
    code: 'request.invalid',
    details: [{ path: 'firstName', message: 'First name is required' }],
  })
  await create({ code })
})

test('the checklist follows the stored data step by step, and is hidden when all is done', async () => {
  const admin = await agency.person({ roles: ['administrator'] })
  const read = () => admin.call(setup.checklist, {})
  const doneOf = ({ steps }: SetupChecklist): SetupStep[] => steps.filter(({ done }) => done).map(({ id }) => id)
  await sql`delete from lookup_values where list = 'generic.2'`.execute(agency.db)
  expect(await read()).toMatchObject({ shown: true })
  expect(doneOf(await read())).toEqual([])
  await setTestPostalAddress(agency.db)
  expect(doneOf(await read())).toEqual([])
  await sql`update agency_settings set identity = '{"name": "Sunrise Coverage", "phone": "3055550142", "email": "office@sunrise.example"}'`.execute(
    agency.db,
  )
  expect(doneOf(await read())).toEqual(['agency'])
  const carrierId = await agency.carrier('Ambetter')
  expect(doneOf(await read())).toEqual(['agency', 'carriers'])
  await admin.call(lists.add, { list: 'locations', name: 'Doral Office' })
  expect(doneOf(await read())).toEqual(['agency', 'carriers', 'locations'])
  await agency.person({ roles: ['agent'], npn: '12345678' })
  expect(doneOf(await read())).toEqual(['agency', 'carriers', 'locations', 'agents', 'users'])
  await sql`
    insert into import_batches
      (run_id, kind, carrier_id, file_name, file_hash, bytes, rows_read, rows_new, rows_changed, rows_unchanged, rows_missing, rows_refused, loaded_by)
    values (gen_random_uuid(), 'policies', ${carrierId}, 'a.csv', '\\x00', 1, 1, 1, 0, 0, 0, 0, ${admin.userId})`.execute(
    agency.db,
  )
  expect(doneOf(await read())).toEqual(['agency', 'carriers', 'locations', 'agents', 'users', 'policies'])
  await sql`
    insert into import_batches
      (run_id, kind, carrier_id, file_name, file_hash, bytes, rows_read, rows_new, rows_changed, rows_unchanged, rows_missing, rows_refused, loaded_by)
    values (gen_random_uuid(), 'commissions', ${carrierId}, 'b.csv', '\\x01', 1, 1, 1, 0, 0, 0, 0, ${admin.userId})`.execute(
    agency.db,
  )
  const office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.AgentRate'],
  })
  await office.call(schedules.create, { carrierId, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' })
  expect(doneOf(await read())).toEqual(setupSteps.filter((step) => step !== 'payTerms'))
  expect(await read()).toMatchObject({ shown: true })
  const { agentId } = await agency.person({ roles: ['agent'], npn: '12345679' })
  await sql`insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${agentId}, ${carrierId}, 14, '2026-01-01')`.execute(
    agency.db,
  )
  expect(await read()).toMatchObject({ shown: false })
})

test('an administrator hides the checklist for everyone; others cannot', async () => {
  const admin = await agency.person({ roles: ['administrator'] })
  const agent = await agency.person({ roles: ['agent'] })
  await expect(agent.call(setup.skip, {})).rejects.toMatchObject({ code: 'right.missing' })
  await admin.call(setup.skip, {})
  expect(await admin.call(setup.checklist, {})).toMatchObject({ shown: false })
})
