import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let clerk: Person
let agent: Person
beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '19984127' })
  clerk = await agency.person({
    roles: ['agent'],
    claims: ['admin.Application', 'load.application', 'admin.Lead'],
    fullAccess: true,
  })
  await agency.carrier('Florida Blue')
})
afterEach(() => agency.close())

const load = (text: string, more: { overwrite?: boolean; dryRun?: boolean } = {}, who = clerk) =>
  who.call(marketplace.upload, more, { text, name: 'applications.csv' })
const one = (appId: string) => clerk.call(marketplace.one, { appId })

test('MKAPP-08 a client export of an exchange is read by its headings, with its policy, carrier and agent of record', async () => {
  const run = await load(
    [
      'ffm_app_id,first_name,last_name,state,phone,email,issuer,plan_name,plan_hios_id,ffm_subscriber_id,issuer_assigned_policy_id,effective_date,expiration_date,gross_premium,net_premium,policy_status,npn,policy_aor,household_size',
      '8100000001,Noemí,Zaldívar,Florida,(305) 555-0142,N@MAIL.TEST,FLORIDA-BLUE,Blue Silver,12345FL0010001,0099,H61,02/01/2026,12/31/2026,$512.00,99.50,effectuated,19984127,Ana Morris,3',
    ].join('\n'),
  )
  expect(run).toMatchObject({ state: 'loaded', counts: { new: 1 }, ignoredColumns: ['household_size'] })
  expect(await one('8100000001')).toMatchObject({
    userFirstName: 'Noemí',
    userLastName: 'Zaldívar',
    userAddressStateCode: 'FL',
    userPhone: '3055550142',
    userEmail: 'n@mail.test',
    carrierName: 'Florida Blue',
    planName: 'Blue Silver',
    agentId: agent.agentId,
    enrollmentDate: '2026-02-01',
    raw: null,
    object: { persons: [] },
    policies: [
      {
        id_exchange: '0099',
        id_issuer: 'H61',
        plan: { id: '12345FL0010001' },
        status: 'effectuated',
        premium: { amount: '512.00', responsibility: '99.50' },
        dateEffective: '2026-02-01',
        dateExpiration: '2026-12-31',
        members: [],
      },
    ],
  })
  expect((await agent.call(marketplace.list, { name: 'zaldivar' })).totalRecords).toBe(1)
})

test('MKAPP-08 MKAPP-18 overwrite decides whether existing applications are replaced, by form fields as well, and an upload is undone exactly', async () => {
  const heading = 'exchangeAssignedId,userLastName,planName,raw'
  const blob = (status: string) => `"{""policies"": [{""status"": ""${status}"", ""dateEffective"": ""2026-04-01""}]}"`
  await load(`${heading}\n820,First,Bronze,${blob('A')}\n`)
  const before = await one('820')
  expect(before).toMatchObject({
    userLastName: 'First',
    raw: { policies: [{ status: 'A' }] },
    enrollmentDate: '2026-04-01',
  })
  const second = `${heading}\n820,Second,Gold,${blob('B')}\n821,Other,Gold,{broken\n`
  expect(await load(second)).toMatchObject({ counts: { new: 1, changed: 0, unchanged: 1 } })
  expect(await one('820')).toEqual(before)
  expect(await one('821')).toMatchObject({ userLastName: 'Other', raw: null, policies: [] })
  // The same file again with the other option.
  const { batchId, counts } = await sendForm(second, 'true')
  expect(counts).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
  expect(await one('820')).toMatchObject({
    userLastName: 'Second',
    planName: 'Gold',
    policies: [{ status: 'B' }],
    version: 2,
  })
  await clerk.call(marketplace.undoUpload, { batchId })
  expect(await one('820')).toEqual({ ...before, version: 3 })
  await signClientConsent(agency.db, '820')
  expect(await clerk.call(marketplace.refetch, { appId: '820' })).toMatchObject({
    policies: [{ status: 'A' }],
    version: 4,
  })
})

/** A multipart form with the file and the flag, as in the specification. */
async function sendForm(text: string, overwrite: string): Promise<{ batchId: number; counts: object }> {
  const body = new FormData()
  body.set('overwrite', overwrite)
  body.set('file', new File([text], 'applications.csv', { type: 'text/csv' }))
  const form = new Response(body)
  const answer = await agency.app.inject({
    method: 'POST',
    url: '/api/MarketplaceApp/upload',
    headers: { authorization: `Bearer ${clerk.token}`, 'content-type': form.headers.get('content-type') ?? '' },
    payload: Buffer.from(await form.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('MKAPP-09 an invalid row is reported with line, column and reason, and nothing of its file is imported', async () => {
  const text = 'exchangeAssignedId,userEmail,dateEffective\n830,fine@mail.test,2026-01-01\n831,unknown,2026-02-31\n'
  const refused = await refusal(load(text))
  expect(refused).toMatchObject({
    code: 'upload.rows_refused',
    details: {
      problems: [
        { line: 3, column: 'userEmail', reason: 'Must be an email address' },
        { line: 3, column: 'dateEffective', reason: 'Must be valid date' },
      ],
    },
  })
  expect((await refusal(one('830'))).code).toBe('application.not_found')
  expect((await refusal(load('userLastName\nCase\n'))).message).toContain('Exchange assigned ID')
  const dry = await load(text, { dryRun: true })
  expect(dry).toMatchObject({ state: 'checked', counts: { new: 1, refused: 1 }, batchId: null })
})

test('ACCESS-30 MKAPP-07 without the claim load.application the API refuses a file with 403', async () => {
  const without = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
  expect(await refusal(load('exchangeAssignedId\n840\n', {}, without))).toMatchObject({
    code: 'right.missing',
    status: 403,
  })
  const { rows } = await sql<{ denied: number }>`
    select count(*)::int as denied from audit_events where action = 'denial' and user_id = ${without.userId}`.execute(
    agency.db,
  )
  expect(rows[0]?.denied).toBe(1)
})

test("P-30 a file takes over no application that its user can't see, not even with overwrite", async () => {
  await load('exchangeAssignedId,userLastName,agentNpn\n870,Hidden,19984127\n')
  const loader = await agency.person({
    roles: ['agent'],
    claims: ['load.application', 'view.Application'],
    npn: '30417733',
  })
  await load('exchangeAssignedId,userLastName,agentNpn\n871,Own,30417733\n')
  const text = 'exchangeAssignedId,userLastName,agentNpn\n870,Taken,30417733\n871,Changed,30417733\n'
  const options = { overwrite: true, loadGoodRows: true }
  expect(await loader.call(marketplace.upload, options, { text, name: 'applications.csv' })).toMatchObject({
    counts: { new: 0, changed: 1, refused: 1 },
  })
  expect((await refusal(loader.call(marketplace.one, { appId: '870' }))).code).toBe('application.not_found')
  expect(await one('870')).toMatchObject({ userLastName: 'Hidden', agentId: agent.agentId, version: 1 })
  expect(await one('871')).toMatchObject({ userLastName: 'Changed', version: 2 })
  const refused = await refusal(load(`${text}872,New,\n`, { overwrite: true }, loader))
  expect(refused).toMatchObject({ code: 'upload.rows_refused', details: { problems: [{ line: 2 }] } })
})

test('P-26 an upload is undone by its user, or by one who sees all applications', async () => {
  const claims = ['load.application', 'view.Application']
  const loader = await agency.person({ roles: ['agent'], claims, npn: '30417733' })
  const other = await agency.person({ roles: ['agent'], claims, npn: '30417734' })
  const batchOf = async (text: string, who: Person) => (await load(text, {}, who)).batchId ?? 0
  const batchId = await batchOf('exchangeAssignedId,agentNpn\n880,30417733\n', loader)
  expect(await refusal(other.call(marketplace.undoUpload, { batchId }))).toMatchObject({
    code: 'record.not_found',
    status: 404,
  })
  expect(await loader.call(marketplace.undoUpload, { batchId })).toMatchObject({ batchId })
  const again = await batchOf('exchangeAssignedId,agentNpn\n881,30417733\n', loader)
  expect(await clerk.call(marketplace.undoUpload, { batchId: again })).toMatchObject({ batchId: again })
})

test('P-60 an upload cannot be undone once someone has changed one of its applications', async () => {
  const { batchId } = await load('exchangeAssignedId,userLastName\n850,Worked\n')
  await signClientConsent(agency.db, '850')
  await clerk.call(marketplace.refetch, { appId: '850' })
  expect((await refusal(clerk.call(marketplace.undoUpload, { batchId: batchId ?? 0 }))).code).toBe(
    'upload.changed_since',
  )
})

test('P-60 an upload is not undone once a client of its applications consented, and the sentence says so', async () => {
  const { batchId } = await load('exchangeAssignedId,userLastName\n851,Signed\n852,Other\n')
  await signClientConsent(agency.db, '851')
  expect(await refusal(clerk.call(marketplace.undoUpload, { batchId: batchId ?? 0 }))).toMatchObject({
    code: 'upload.changed_since',
    message: '1 application of this load was worked on afterwards; it cannot be undone',
  })
  expect(await one('851')).toMatchObject({ userLastName: 'Signed' })
})

test('P-60 after the undo of a later upload of applications, the one before can be undone', async () => {
  const files = []
  for (const name of ['First', 'Second', 'Third'])
    files.push(await load(`exchangeAssignedId,userLastName\n853,${name}\n`, { overwrite: true }))
  const undo = (file: { batchId: number | null } | undefined) =>
    clerk.call(marketplace.undoUpload, { batchId: file?.batchId ?? 0 })
  expect(await refusal(undo(files[1]))).toMatchObject({
    message: '1 application of this load was changed afterwards; it cannot be undone',
  })
  await undo(files[2])
  expect(await one('853')).toMatchObject({ userLastName: 'Second' })
  await undo(files[1])
  expect(await one('853')).toMatchObject({ userLastName: 'First' })
  await undo(files[0])
  expect((await refusal(one('853'))).code).toBe('application.not_found')
})

test('LEAD-11 a lead takes over data of the application with its id, keeps what was typed, and gives it back on undo', async () => {
  const person =
    '"{""persons"": [{""firstName"": ""Leo""}, {""primary"": true, ""dob"": ""1984-02-29"", ""sex"": ""Male""}]}"'
  await load(
    `exchangeAssignedId,userFirstName,userLastName,userPhone,userAddress,userAddressCity,userAddressZipCode,planName,raw\n860,Ana,Marrero,3055550199,1 Bay Rd,Miami,33139,Silver 1,${person}\n`,
  )
  const file = { text: 'FFMApplicationID,State\n860,FL\n861,GA\n', name: 'leads.csv' }
  await clerk.call(leads.upload, {}, file)
  const { data } = await clerk.call(leads.list, { name: 'marrero' })
  expect(data).toEqual([
    expect.objectContaining({
      ffmApplicationId: '860',
      firstName: 'Ana',
      lastName: 'Marrero',
      dob: '1984-02-29',
      sex: 'M',
      state: 'FL',
      phone: '3055550199',
      address: '1 Bay Rd',
      city: 'Miami',
      zipCode: '33139',
      plan: 'Silver 1',
    }),
  ])
  await load('exchangeAssignedId,userFirstName,userLastName,userPhone\n861,Bea,Marrero,3055550198\n')
  const { rows } = await sql<{ id: number }>`
    update leads set phone = '7865550000' where ffm_application_id = '861' returning id`.execute(agency.db)
  const id = rows[0]?.id ?? 0
  const { batchId } = await clerk.call(leads.upload, {}, { ...file, text: `${file.text}\n` })
  expect(await clerk.call(leads.one, { id })).toMatchObject({ firstName: 'Bea', phone: '7865550000', version: 2 })
  await clerk.call(leads.undoUpload, { batchId: batchId ?? 0 })
  expect(await clerk.call(leads.one, { id })).toMatchObject({
    firstName: '',
    lastName: '',
    phone: '7865550000',
    state: 'GA',
  })
})
