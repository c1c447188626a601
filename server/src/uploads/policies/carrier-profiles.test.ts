import { knownProfiles } from '@coverdesk/domain/uploads/known-profiles.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, refusal } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let carriers = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.person({ roles: ['agent'], npn: '19984127' })
  await agency.person({ roles: ['agent'], npn: '20417733' })
})
afterAll(() => agency.close())

/** Each test gets its own carrier, so its policies are separate. */
async function ownCarrier(): Promise<number> {
  carrier = await agency.carrier(`Carrier ${++carriers}`)
  return carrier
}
const period = (month = 11) => ({ carrierId: carrier, month, year: 2026 })
const named = (text: string | Buffer, name = 'policies.csv') => ({ text, name })
const process = (text: string, month = 11, more: { loadGoodRows?: boolean; mapping?: string } = {}) =>
  admin.call(uploads.process, { ...period(month), ...more }, named(text))
const check = (text: string, more: { profile?: string; mapping?: string } = {}) =>
  admin.call(uploads.check, { ...period(), ...more }, named(text))

describe('carrier profiles', () => {
  test('UPLOAD-11 P-74 a profile is tested on a file, saved as a new version, and then used to read the file', async () => {
    await ownCarrier()
    const text = csv([
      [
        'HIX_ID',
        'Member_First_Name',
        'Member_Last_Name',
        'Effective_date',
        'End_Date',
        'Total_Premium',
        'Status',
        'Gender',
      ],
      ["'M1", 'Noemí', 'Zaldívar', '1/1/2026', '1/1/2099', '$612.84', 'Good Standing', 'F'],
    ])
    const profile = { ...knownProfiles.Molina, values: { PolicyStatus: { 'Good Standing': 'Active' } } }
    const byOf = (run: Awaited<ReturnType<typeof check>>) =>
      Object.fromEntries(run.headings.map(({ heading, by }) => [heading, by]))
    // No profile of the carrier is saved yet.
    expect(Object.values(byOf(await check(text.replace('HIX_ID', 'Policy Number'))))).not.toContain('profile')
    const tried = await check(text, { profile: JSON.stringify(profile) })
    expect(tried).toMatchObject({ counts: { new: 1, refused: 0 }, ignoredColumns: ['Gender'] })
    expect(byOf(tried)).toMatchObject({ HIX_ID: 'profile', Gender: 'none' })
    expect((await admin.call(uploads.profile, { carrierId: carrier })).version).toBe(0)
    const saved = await admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile })
    expect(saved).toMatchObject({ version: 1, profile })
    expect((await refusal(admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile }))).code).toBe(
      'record.changed',
    )
    const run = await process(text)
    const batches = await admin.call(uploads.batches, { carrier })
    expect(batches.data[0]).toMatchObject({ id: run.batchId, profileVersion: 1 })
    const { rows } =
      await sql`select policy_number, first_name, term_date, monthly_premium, status from policies where carrier_id = ${carrier}`.execute(
        agency.db,
      )
    expect(rows).toEqual([
      { policy_number: 'M1', first_name: 'Noemí', term_date: null, monthly_premium: '612.84', status: 'Active' },
    ])
  })

  test('P-74 when many users save the same version, one succeeds and the others get 409', async () => {
    await ownCarrier()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile: knownProfiles.Oscar }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'record.changed' })
  })

  test('UPLOAD-11 a contradictory profile is refused with every problem', async () => {
    await ownCarrier()
    const profile = { ...knownProfiles.Oscar, headings: { PolicyNumber: ['Id'], Phone: ['ID'], Shoe: ['x'] } }
    const failure = await refusal(admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile }))
    expect(failure).toMatchObject({
      code: 'upload.profile_invalid',
      details: [{ path: 'headings.Phone' }, { path: 'headings.Shoe' }],
    })
    expect((await refusal(check('a', { profile: '{' }))).code).toBe('request.invalid')
  })
})
