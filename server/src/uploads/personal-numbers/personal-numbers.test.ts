import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { numberNameOf } from '@coverdesk/domain/fields/number-name.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { FileField } from '@coverdesk/domain/uploads/file-shape.ts'
import type { StagedKind, TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withConnection } from '../../platform/db/connection.ts'
import { signClientConsent } from '../../testing/signing/sign-client-consent.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { unzipped } from '../../testing/test-export.ts'
import { makeTestForm } from '../../testing/test-form.ts'
import { importDefinitions } from '../import-definitions.ts'
import { csv } from '../policies/upload-samples.ts'

const run = promisify(execFile)
/**
 * Unique per run, because tests share a cluster that outlives them on disk. SSNs from 987 on are never issued; and what would
 * be a month in a date is above 12.
 */
const ssn = `987${randomInt(40, 100)}${randomInt(4_000, 10_000)}`
const [area, group, serial] = [ssn.slice(0, 3), ssn.slice(3, 5), ssn.slice(5)]
const spellings = [`${area}-${group}-${serial}`, `${area}.${group}.${serial}`, `${area} ${group} ${serial}`, ssn]
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let agency: TestApp
let clerk: Person
let carrierId: number
let logged: string[]
let answers: { what: string; text: string }[]

beforeEach(async () => {
  logged = []
  answers = []
  agency = await startTestApp({ logLevel: 'trace' }, { write: (line) => void logged.push(line) }, { keepsLog: true })
  clerk = await agency.person({
    roles: ['agent', 'administrator'],
    fullAccess: true,
    npn: '19984127',
    claims: [
      'view.UploadFile',
      'admin.UploadFile',
      'admin.Policy',
      'admin.Application',
      'load.application',
      'admin.Lead',
      'admin.OfflineApp',
      'view.customer',
      'admin.customer',
      'admin.Statement',
    ],
  })
  carrierId = await agency.carrier('Canary Mutual')
})
afterEach(() => agency.close())

interface Sent {
  method?: 'GET' | 'POST' | 'PUT'
  payload?: string | Buffer
  headers?: Record<string, string>
}

/** Sends a request and records the whole decompressed response. */
async function send(url: string, { method = 'GET', payload, headers = {} }: Sent = {}) {
  const answer = await agency.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { authorization: `Bearer ${clerk.token}`, ...headers },
  })
  const body =
    answer.rawPayload.subarray(0, 2).toString() === 'PK'
      ? [...unzipped(answer.rawPayload).values()].join()
      : answer.body
  answers.push({ what: `${method} ${url.split('?')[0]}`, text: JSON.stringify(answer.headers) + body })
  return answer
}

const addressOfTerms = (kind: TermFileKind) => (dryRun: boolean) => `/api/TermFiles/${kind}${dryRun ? '/check' : ''}`
const addressesOfTerms = {
  schedules: addressOfTerms('schedules'),
  contracts: addressOfTerms('contracts'),
  uplines: addressOfTerms('uplines'),
  overrides: addressOfTerms('overrides'),
  splits: addressOfTerms('splits'),
  advances: addressOfTerms('advances'),
  adjustments: addressOfTerms('adjustments'),
}
const isOfTerms = (kind: StagedKind) => Object.hasOwn(addressesOfTerms, kind)

const addresses: Readonly<Record<StagedKind, (dryRun: boolean) => string>> = {
  policies: (dryRun) => `/api/UploadPolicies/${dryRun ? 'check' : 'UploadPolicyCSV'}`,
  commissions: (dryRun) => `/api/FileUpload/${dryRun ? 'check' : 'upload'}`,
  leads: () => '/api/Lead/upload',
  marketplace: () => '/api/MarketplaceApp/upload',
  registrations: () => '/api/CmsRegistration/registrations/upload',
  terminations: () => '/api/CmsRegistration/terminations/upload',
  ...addressesOfTerms,
}

/** A valid value for the field; `free` for free-text fields. */
function fitting(field: FileField, free: string): string {
  if (field.kind === 'email') return `${free.replaceAll(' ', '-')}@mail.test`
  if (field.name === 'Carrier' || field.name === 'carrierName') return 'Canary Mutual'
  if (field.kind === 'text') return numberNameOf(field.name) === 'other' ? `K${serial}${spellings.indexOf(free)}` : free
  const typed: Partial<Record<FileField['kind'], string>> = {
    date: '01/01/2026',
    amount: '12.50',
    integer: '1',
    digits: '19984127',
    phone: '3055550142',
    zip: '33101-1234',
    state: 'FL',
    month: '3',
    year: '2026',
    period: '03/2026',
  }
  return typed[field.kind] ?? field.choices?.[0] ?? ''
}

const ignored = ['Remarks', 'Member SSN', 'Tax ID', 'Extra']

/**
 * Files of a kind, each with all spellings: one valid, one refused in every cell, one without headings, one cut off.
 */
function filesOf(kind: StagedKind): { name: string; text: string; loads: boolean }[] {
  const { fields } = importDefinitions[kind].shape
  const headings = [...fields.map(({ name }) => name), ...ignored]
  const rowsOf = (of: (field: FileField, number: string) => string) =>
    spellings.map((number) => [...fields.map((field) => of(field, number)), ...ignored.map(() => number)])
  // Nine digits are a valid policy number, NPN, ZIP code or amount.
  const isProper = ({ name, kind }: FileField) =>
    numberNameOf(name) === 'other' || ['digits', 'zip', 'amount'].includes(kind)
  const refused = rowsOf((field, number) => (number === ssn && isProper(field) ? 'K1' : number))
  const asHeadings = headings.map((_, at) => `${at} ${spellings[at % spellings.length]}`)
  return [
    { name: 'good', text: csv([headings, ...rowsOf(fitting)]), loads: true },
    { name: 'refused', text: csv([headings, ...refused]), loads: false },
    { name: 'headless', text: csv([asHeadings, ...refused]), loads: false },
    { name: 'broken', text: `${csv([headings, ...refused])}"${ssn}`, loads: false },
  ]
}

for (const kind of Object.keys(importDefinitions) as StagedKind[])
  test(`P-61 P-63 P-66 a file of ${kind} with SSNs in every column is answered, stored and logged without one when checked, imported or refused`, async () => {
    for (const [at, { name, text, loads }] of filesOf(kind).entries())
      for (const dryRun of [true, false]) {
        const isPlain = ['leads', 'marketplace', 'registrations', 'terminations'].includes(kind)
        const query = new URLSearchParams({
          fileName: `${name} ${spellings[at]}.csv`,
          ...(isOfTerms(kind)
            ? {}
            : isPlain
              ? { dryRun: String(dryRun) }
              : { carrierId: String(carrierId), month: '3', year: '2026' }),
        })
        const answer = await send(`${addresses[kind](dryRun)}?${query}`, {
          method: 'POST',
          payload: text,
          headers: { 'content-type': 'text/csv' },
        })
        const answered = answer.json()
        // Rows of terms need agents and carriers of ours, which no cell of these files names.
        if (loads && !isOfTerms(kind))
          expect([answer.statusCode, answered.state, answered.counts?.refused]).toEqual([
            200,
            dryRun ? 'checked' : 'loaded',
            0,
          ])
        const runId = answer.statusCode === 200 ? answered.id : answered.details?.runId
        if (!runId) continue
        const runs = isOfTerms(kind) ? '/api/TermFiles/runs' : '/api/UploadPolicies/runs'
        await send(`${runs}/${runId}`)
        for (const accept of ['application/json', 'text/csv', workbook])
          await send(`${runs}/${runId}/refusals`, { headers: { accept } })
        if (dryRun) await send(`${runs}/${runId}/rows?outcome=new`)
      }
    expect(leaks()).toEqual([])
    await expectStoredNowhere()
  })

/** Exchange documents, each with the number in another form; short, so that PostgreSQL stores them uncompressed. */
const shapes: ((number: string) => string)[] = [
  (number) => json({ ssn: number }),
  (number) => json({ ssn: { value: number } }),
  (number) => json({ ssns: [number] }),
  (number) => json({ ssnFull: number, tin: number, taxId: number }),
  (number) => json({ type: 'SSN', value: number }),
  (number) => json({ identifiers: [{ id: number, kind: 'Social Security Number' }] }),
  (number) => json({ note: `SSN ${number} given by phone` }),
  (number) => json({ payload: JSON.stringify({ member: { ssn: { value: number } } }) }),
  (number) => json({ persons: [{ firstName: 'Ana', lastName: number }], contact: { address: number } }),
  (number) => json({ policies: [{ status: number, plan: { name: number } }] }),
  (number) => `{"ssn":{"value":"${number}"},"note":"${number}`,
]
const json = (data: object) => JSON.stringify(data)

test('P-61 P-63 P-66 an exchange document is stored without an SSN in any form, from a file and from a refetch', async () => {
  const { exchange } = agency.services
  try {
    const answered = spellings.flatMap((number, of) =>
      shapes.map((shape, at) => ({ appId: `7${of}${at}K`, document: shape(number), isWhole: at < shapes.length - 1 })),
    )
    const file = csv([['exchangeAssignedId', 'raw'], ...answered.map(({ appId, document }) => [appId, document])])
    const loaded = await send('/api/MarketplaceApp/upload?fileName=applications.csv&overwrite=true', {
      method: 'POST',
      payload: file,
      headers: { 'content-type': 'text/csv' },
    })
    expect(loaded.json().counts).toMatchObject({ new: answered.length })
    for (const { appId, document, isWhole } of answered) {
      const text = document.replace('{', `{"exchangeAssignedId":"${appId}",`)
      agency.services.exchange = { ...exchange, application: async () => text }
      await signClientConsent(agency.db, appId)
      const fetched = await send(`/api/MarketplaceApp/${appId}/refetch`, { method: 'POST' })
      expect(fetched.statusCode, appId).toBe(isWhole ? 200 : 502)
    }
  } finally {
    agency.services.exchange = exchange
  }
  for (const accept of ['application/json', workbook])
    await send('/api/MarketplaceApp?pageSize=500', { headers: { accept } })
  expect(leaks()).toEqual([])
  await expectStoredNowhere()
})

test('P-61 P-63 P-66 the name of an attachment and a draft are stored and returned without an SSN', async () => {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ida', last_name: 'Case' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const number of spellings) {
    const note = { noteBody: 'Scan', entityId: id, entityMetadataId: notedKinds.lead.id }
    const file = { bytes: Buffer.from('scan'), name: `ssn ${number}.pdf`, type: 'application/pdf' }
    const noted = await send('/api/Notes', {
      method: 'POST',
      ...(await makeTestForm({ form: { file: 'doc', largest: 1000 } }, note, file)),
    })
    expect(noted.json().doc).toEqual({ name: `ssn ***-**-${serial}.pdf`, bytes: 4 })
    await send(`/api/Notes/${noted.json().id}`)
    const draft = {
      values: { note: `Her SSN is ${number}`, firstName: number, address: number, offlineAppMembers: [] },
    }
    const kept = await send('/api/OfflineApp/draft', {
      method: 'PUT',
      payload: JSON.stringify(draft),
      headers: { 'content-type': 'application/json' },
    })
    expect(kept.statusCode, kept.body).toBe(200)
    expect((await send('/api/OfflineApp/draft')).json().values.note).toBe(`Her SSN is ***-**-${serial}`)
  }
  expect(leaks()).toEqual([])
  await expectStoredNowhere()
})

/** No SSN is in a row, in the database files and WAL, or in a log line of the server or the database. */
async function expectStoredNowhere(): Promise<void> {
  // Another PostgreSQL has its files elsewhere.
  if (process.env.TEST_POSTGRES) return
  const text = spellings.map((spelling) => spelling.replaceAll('.', '\\.')).join('|')
  const folder = await withConnection(agency.ownerUrl, 'test', async (owner) => {
    // PostgreSQL error messages quote values; its log must not contain them.
    for (const number of spellings) {
      await expect(owner.query('select $1::text::date', [number])).rejects.toThrow()
      await expect(owner.query(`do $$ begin perform '${number}'::date; end $$`)).rejects.toThrow()
    }
    const { rows: tables } = await owner.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const holding: string[] = []
    for (const { name } of tables) {
      const { rows } = await owner.query(`select from ${name} t where to_jsonb(t)::text ~ '${text}' limit 1`)
      if (rows.length > 0) holding.push(name)
    }
    expect(holding).toEqual([])
    await owner.query('checkpoint')
    await owner.query('select pg_switch_wal()')
    const { rows } = await owner.query<{ data_directory: string }>('show data_directory')
    return dirname(rows[0]?.data_directory ?? '')
  })
  const grep = async (patterns: readonly string[]) =>
    await run('grep', ['-ralsF', ...patterns.flatMap((one) => ['-e', one]), folder]).then(
      ({ stdout }) => stdout.trim().split('\n'),
      // PostgreSQL removes files during the search, which grep reports as an error beside its findings.
      (error) =>
        error.code <= 2 ? error.stdout.split('\n').filter((line: string) => line !== '') : Promise.reject(error),
    )
  // The search itself works: it finds a permitted text.
  expect((await grep(['Canary Mutual'])).length).toBeGreaterThan(0)
  expect(await grep(spellings)).toEqual([])
  await agency.log.flush()
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.filter((line) => spellings.some((spelling) => line.includes(spelling)))).toEqual([])
}

/** The first leaked number in the responses since the last call. */
function leaks(): string[] {
  return answers.splice(0).flatMap(({ what, text }) => {
    const at = spellings.map((one) => text.indexOf(one)).find((place) => place >= 0)
    return at === undefined ? [] : [`${what}: …${text.slice(Math.max(0, at - 100), at + 60)}`]
  })
}
