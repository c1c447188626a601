import { sql } from 'kysely'
import type { TestApp } from '../testing/test-app.ts'

export interface ContactOptions {
  firstName?: string
  middleName?: string
  lastName?: string
  dob?: string | null
  sex?: 'M' | 'F' | null
  agentId?: number | null
  emails?: string[]
  phones?: string[]
  address?: { address: string; city?: string; state?: string; zip?: string; country?: string }
  customer?: boolean
}

/** Inserts a contact directly and returns its id. */
export async function addTestContact(agency: TestApp, options: ContactOptions = {}): Promise<number> {
  const { db } = agency
  const { id } = await db
    .insertInto('contacts')
    .values({
      first_name: options.firstName ?? 'Ida',
      middle_name: options.middleName ?? '',
      last_name: options.lastName ?? 'Client',
      dob: options.dob ?? null,
      sex: options.sex ?? null,
      agent_id: options.agentId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, email] of (options.emails ?? []).entries())
    await db.insertInto('contact_emails').values({ contact_id: id, email, position }).execute()
  for (const [position, phone] of (options.phones ?? []).entries())
    await db.insertInto('contact_phones').values({ contact_id: id, phone, position }).execute()
  if (options.address) {
    const { address, city, state, zip, country } = options.address
    await sql`
      insert into contact_addresses (contact_id, address, zip_code, country_id, state_id, city_id)
      select ${id}, ${address}, ${zip ?? ''}, (select id from countries where code = ${country ?? 'US'}), s.id, ci.id
      from (select 1) one
      left join states s on s.code = ${state ?? null}
      left join cities ci on ci.state_id = s.id and ci.name = ${city ?? null}`.execute(db)
  }
  if (options.customer) await sql`insert into customers (contact_id) values (${id})`.execute(db)
  return id
}
