import { readFile } from 'node:fs/promises'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveWaitingLedgers } from '../../expected/derive-waiting-ledgers.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { commissionCsv, sumsOf, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { createUploader, csv } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
})
afterAll(() => agency.close())

async function asOwner(text: string): Promise<void> {
  const owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
  try {
    await owner.query(text)
  } finally {
    await owner.end()
  }
}

test('UPLOAD-15 A-128 a payment whose NPN was stored with zeros in front is the same payment in a corrected statement after the upgrade, and its policy finds its agent', async () => {
  const luis = await agency.person({ roles: ['agent'], npn: '20417733' })
  const carrier = { id: await agency.carrier('Zeros'), name: 'Zeros' }
  const book = csv([
    ['PolicyNumber', 'FirstName', 'LastName', 'AgentNPN', 'EffectiveDate'],
    ['U1', 'Ana', 'Vance', '0020417733', '01/01/2026'],
  ])
  const period = { carrierId: carrier.id, month: 3, year: 2026 }
  await admin.call(uploads.process, period, { text: book, name: 'book.csv' })
  const statement = (more: { number: string; npn: string; amount: string }[] = []) =>
    commissionCsv([{ number: 'U1', npn: '0020417733', amount: '22.05' }, ...more], carrier.name)
  await uploadAs(admin, statement())
  // As the versions before 0275 stored them.
  await asOwner(`
    update policies set agent_npn = '0020417733', agent_id = null where carrier_id = ${carrier.id};
    update commission_lines set agent_npn = '0020417733', agent_id = null, agent_by = null where carrier_id = ${carrier.id};
    update commission_sources set agent_npn = '0020417733' where agent_npn = '20417733';
    insert into paid_lines (original_id, line_id, run_month, statement, amount, identity)
      select id, id, '2026-03-01', '2026-03-01', amount, carrier_id || '|U1|2026-03-01|22.05|0020417733'
      from commission_lines where carrier_id = ${carrier.id};
    drop table ledgers_to_derive;`)
  await asOwner(
    await readFile(new URL('../../../migrations/0301-stored-npns-without-zeros.sql', import.meta.url), 'utf8'),
  )
  await asOwner('grant select, delete on ledgers_to_derive to coverdesk_app')

  const run = await uploadAs(admin, statement([{ number: 'U2', npn: '', amount: '1.00' }]))
  expect(run.counts).toMatchObject({ new: 1, unchanged: 1 })
  const { rows } = await sql`
    select l.policy_number, l.amount::text, l.agent_npn, l.agent_id, d.identity
    from commission_lines l left join paid_lines d on d.line_id = l.id where l.carrier_id = ${carrier.id} order by 1`.execute(
    agency.db,
  )
  expect(rows).toEqual([
    {
      policy_number: 'U1',
      amount: '22.05',
      agent_npn: '20417733',
      agent_id: luis.agentId,
      identity: `${carrier.id}|U1|2026-03-01|22.05|20417733`,
    },
    { policy_number: 'U2', amount: '1.00', agent_npn: null, agent_id: null, identity: null },
  ])
  const { months, years, lines } = await sumsOf(agency.db, carrier.id)
  expect([lines, months, years]).toEqual([2305, 2305, 2205])
  const policy = await sql`select agent_npn, agent_id from policies where carrier_id = ${carrier.id}`.execute(agency.db)
  expect(policy.rows).toEqual([{ agent_npn: '20417733', agent_id: luis.agentId }])

  await deriveWaitingLedgers(agency.db)
  expect((await sql`select carrier_id from ledgers_to_derive`.execute(agency.db)).rows).toEqual([])
})
