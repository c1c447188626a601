import { sealedNumber } from '../../offline/sealed-numbers.ts'
import { type Connection, withConnection } from '../../platform/db/connection.ts'
import type { FieldSealer } from '../../platform/secrets/sealed-field.ts'

/** Of the Federal Reserve Bank of Atlanta, so that no demo account exists. */
const routing = '061000146'

interface DemoAgent {
  id: string
  name: string
  place: string
}

/**
 * Seeds the demo agency's bank, accounts of agents (one waits for approval) and their tax facts (some are missing), if there are none.
 * Social security numbers start with 900, which is never issued.
 */
export async function seedPayoutDemo(url: string, sealer: FieldSealer): Promise<void> {
  await withConnection(url, 'demo', async (client) => {
    await client.query('begin')
    // Serializes two servers that start at the same time.
    await client.query('lock table bank_accounts in share row exclusive mode')
    const { rows } = await client.query<{ wanted: boolean }>(
      `select exists (select from agents where login_email = 'agent@demo.test')
         and not exists (select from bank_accounts) and not exists (select from payout_settings) as wanted`,
    )
    if (rows[0]?.wanted) await seed(client, sealer)
    await client.query('commit')
  })
}

async function seed(client: Connection, sealer: FieldSealer): Promise<void> {
  const bank = sealedNumber(sealer, { table: 'payout_settings', column: 'account_sealed' }, 1, '4400118822')
  await client.query(
    `insert into payout_settings (bank_name, routing_number, account_sealed, account_last4, immediate_destination, immediate_origin,
       company_name, company_id)
     values ('Demo Bank of Florida', $1, $2, $3, $1, '1650000000', 'Coverdesk Demo', '1650000000')`,
    [routing, bank.sealed, bank.last4],
  )
  const { rows } = await client.query<DemoAgent>(
    `select id, name, row_number() over (order by id) as place from agents where npn is not null order by id limit 36`,
  )
  for (const agent of rows) {
    if (Number(agent.place) <= 24) await addAccount(client, sealer, agent)
    if (Number(agent.place) % 12 !== 0) await addTaxFacts(client, sealer, agent)
  }
}

async function addAccount(client: Connection, sealer: FieldSealer, { id, name, place }: DemoAgent): Promise<void> {
  const nth = Number(place)
  const next = await client.query<{ id: string }>(`select nextval(pg_get_serial_sequence('bank_accounts', 'id')) as id`)
  const accountId = Number(next.rows[0]?.id)
  const column = { table: 'bank_accounts', column: 'account_sealed' } as const
  const number = sealedNumber(sealer, column, accountId, String(70_000_000_000 + nth * 7919))
  const isWaiting = nth === 24
  await client.query(
    `insert into bank_accounts (id, agent_id, routing_number, account_sealed, account_search, account_last4, kind, holder, holder_name,
       start_date, entered_by, entered_at, status, decided_by, decided_at)
     overriding system value
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, '2025-01-01', u.first, '2025-01-02T15:00:00Z', $10,
       case when $10 = 'approved' then u.last end, case when $10 = 'approved' then '2025-01-03T15:00:00Z'::timestamptz end
     from (select min(id) as first, max(id) as last from users) u where u.first <> u.last`,
    [
      accountId,
      id,
      routing,
      number.sealed,
      number.search,
      number.last4,
      nth % 5 === 0 ? 'savings' : 'checking',
      nth % 8 === 0 ? 'business' : 'consumer',
      name,
      isWaiting ? 'waiting' : 'approved',
    ],
  )
}

const classifications = [
  'individual',
  'individual',
  'individual',
  'llc-s',
  'individual',
  'c-corporation',
  'llc-partnership',
]

async function addTaxFacts(client: Connection, sealer: FieldSealer, { id, name, place }: DemoAgent): Promise<void> {
  const nth = Number(place)
  const classification = nth === 5 ? 'employee' : (classifications[nth % classifications.length] ?? 'individual')
  const isPerson = classification === 'individual'
  const column = { table: 'agent_tax_facts', column: 'tin_sealed' } as const
  const tin = sealedNumber(sealer, column, Number(id), String((isPerson ? 900_000_000 : 650_000_000) + nth * 104_729))
  await client.query(
    `insert into agent_tax_facts (agent_id, classification, legal_name, business_name, tin_kind, tin_sealed, tin_search, tin_last4,
       street, city, state, zip_code, signed_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Miami', 'FL', '33126', '2025-01-02')`,
    [
      id,
      classification,
      name,
      isPerson ? '' : `${name} Insurance`,
      isPerson ? 'ssn' : 'ein',
      tin.sealed,
      tin.search,
      tin.last4,
      `${7000 + nth} NW 12th Street`,
    ],
  )
}
