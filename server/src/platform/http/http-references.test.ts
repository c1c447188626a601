import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { failureOf } from './http-errors.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

/** Foreign keys that no request can violate, with the reason. */
const neverChosen: Record<string, string> = {
  application_reviews: 'read in the transaction that names it',
  authorization_requests: 'found by its application before an authorization names it',
  disputes: 'made with its items, or found before',
  bank_accounts: 'read in the transaction that pays to it',
  bulk_changes: 'made in the transaction that names it',
  cms_lists: 'made in the transaction that names it',
  commission_lines: 'marks are made of lines that the same statement reads',
  commission_schedules: 'cells are made by the trigger of their row',
  consent_requests: 'found by the link before it is signed',
  contact_messages: 'made in the transaction that names it',
  ede_applications: 'found before anything names it',
  enrollments: 'made in the transaction that names it',
  files: 'kept in the transaction that names it',
  consents: 'found by the link or the application that names it',
  import_batches: 'made in the transaction that names it, or found and locked before',
  import_runs: 'made before anything names it',
  internal_applications: 'found and locked before anything names it',
  leads: 'marks are made of leads that the same statement reads',
  marketplace_applications: 'found and locked before anything names it',
  offline_app_members: 'found with its application before it is revealed',
  offline_applications: 'found before anything names it',
  pay_runs: 'found and locked before its rows are written',
  payment_batches: 'made with its payments',
  payout_files: 'made with its entries, or found and locked before',
  plan_files: 'made before its records, or current in the same statement',
  plan_loads: 'made with its files',
  policies: 'found by its number, or in the same statement',
  review_requests: 'found by the link before it is signed',
  sandbox_plans: 'the catalog is ours',
  sessions: 'the caller’s own',
  sign_in_attempts: 'found by its code and locked before',
  variances: 'read in the same statement',
  users: 'the caller, or found and locked before anything names them',
}

test('P-36 every foreign key that a request can violate has a message, and the others declare why not', async () => {
  const client = new pg.Client({ connectionString: agency.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; referenced: string }>(
    `select conname as name, confrelid::regclass::text as referenced from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(100)
  const unnamed = rows.filter(({ name, referenced }) => {
    const violation = Object.assign(new Error('violates foreign key constraint'), { code: '23503', constraint: name })
    return failureOf(violation).status >= 500 && neverChosen[referenced] === undefined
  })
  expect(unnamed).toEqual([])
})

test('P-36 a marketplace application with an unknown carrier or agent is rejected with the name of what is missing', async () => {
  const admin = await agency.person({ roles: ['administrator'], claims: ['view.Application', 'admin.Application'] })
  await agency.db
    .insertInto('marketplace_applications')
    .values({ exchange_assigned_id: 'app-1', snapshot_at: new Date(), user_first_name: 'Ida', user_last_name: 'Case' })
    .execute()
  const put = (members: object) =>
    agency.app.inject({
      method: 'PUT',
      url: '/api/MarketplaceApp/app-1',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: {
        version: 1,
        userFirstName: 'Ida',
        userLastName: 'Case',
        userPhone: '',
        userEmail: '',
        userAddress: '',
        userAddressCity: '',
        userAddressCounty: '',
        userAddressStateCode: 'FL',
        userAddressZipCode: '33101',
        planName: '',
        carrierId: '',
        agentId: '',
        agentSaleId: '',
        ...members,
      },
    })
  for (const [members, code, message] of [
    [{ carrierId: 999_999 }, 'carrier.not_found', 'This carrier does not exist'],
    [{ agentId: 999_999 }, 'agent.not_found', 'This agent does not exist'],
    [{ agentSaleId: 999_999 }, 'agent.not_found', 'This agent does not exist'],
  ] as const) {
    const answer = await put(members)
    expect(answer.json(), answer.body).toMatchObject({ code, message })
    expect(answer.statusCode).toBe(404)
  }
  const [row] = await agency.db.selectFrom('marketplace_applications').select(['version', 'carrier_id']).execute()
  expect(row).toEqual({ version: 1, carrier_id: null })
})
