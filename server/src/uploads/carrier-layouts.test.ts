import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { bookLayouts, statementLayouts } from './carrier-layouts.ts'
import { createUploader } from './policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await sql`update agents set name = 'Angela Morris' where id = ${
    (await agency.person({ roles: ['agent'], npn: '19984127' })).agentId
  }`.execute(agency.db)
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await agency.carrier(`Layout ${++round}`)
})

const json = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value))
/** What the user confirms: the guesses as shown, and the choices. */
const shownMapping = (run: ImportRun, chosen: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    ...Object.fromEntries(
      run.headings.filter(({ by }) => by === 'guess').map(({ heading, field }) => [heading, field]),
    ),
    ...chosen,
  })

test.each(bookLayouts)('UPLOAD-11 the policy file of $name goes in by mapping in the dialog alone', async (layout) => {
  const file = { text: layout.file, name: 'book.csv' }
  const period = { carrierId: carrier, month: 11, year: 2026 }
  const first = await admin.call(uploads.check, period, file)
  const mapping = shownMapping(first, layout.mapping)
  const dry = await admin.call(uploads.check, { ...period, mapping }, file)
  expect(dry.unknownValues.map(({ field, value }) => `${field}: ${value}`)).toEqual(layout.unknown ?? [])
  const run = await admin.call(uploads.process, { ...period, mapping, values: json(layout.values) }, file)
  expect(run).toMatchObject({ state: 'loaded', counts: { new: layout.policies.length, refused: 0 } })
  const { rows } = await sql<{ policy: string }>`
    select concat_ws('|', p.policy_number, p.first_name, p.last_name, p.effective_date, p.status, p.monthly_premium, a.name) as policy
    from policies p left join agents a on a.id = p.agent_id where p.carrier_id = ${carrier} order by p.last_line`.execute(
    agency.db,
  )
  expect(rows.map(({ policy }) => policy)).toEqual(layout.policies)
  // The carrier's next file needs no questions.
  const next = await admin.call(uploads.check, { ...period, month: 12 }, file)
  expect(next).toMatchObject({ state: 'checked', unknownValues: [] })
})

test.each(statementLayouts)(
  'UPLOAD-15 the statement of $name goes in by mapping in the dialog alone',
  async (layout) => {
    const file = {
      text: layout.encoding ? iconv.encode(layout.file, layout.encoding) : layout.file,
      name: 'statement.csv',
    }
    const scope = { carrierId: carrier, ...(layout.saysMonth ? {} : { month: 11, year: 2026 }) }
    const first = await admin.call(commissionLoads.check, scope, file)
    const chosen = { mapping: shownMapping(first, layout.mapping), values: json(layout.values) }
    const dry = await admin.call(commissionLoads.check, { ...scope, ...chosen }, file)
    expect(dry.commissions?.totalDifferences ?? []).toEqual(layout.differences ?? [])
    const run = await admin.call(commissionLoads.upload, { ...scope, ...chosen }, file)
    expect(run).toMatchObject({ state: 'loaded', counts: { refused: 0 } })
    const { rows } = await sql<{ line: string }>`
    select concat_ws('|', l.policy_number, to_char(l.month, 'MM/YYYY'), l.amount, l.kind, l.insured_name, a.name) as line
    from commission_lines l left join agents a on a.id = l.agent_id where l.carrier_id = ${carrier} order by l.last_line`.execute(
      agency.db,
    )
    expect(rows.map(({ line }) => line)).toEqual(layout.lines)
  },
)
