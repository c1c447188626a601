import { edeSentences } from '@coverdesk/domain/ede/ede-problems.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'

type WithBrand = { services: Pick<Services, 'brands'> }

/** Whether an email address, or a phone number of ten digits, is of an agent, of staff or of the agency. */
export async function isOwnContact(db: Db, { services }: WithBrand, contact: string | null): Promise<boolean> {
  if (!contact) return false
  const { email, phone } = services.brands.own
  if (contact.toLowerCase() === email.toLowerCase() || `+1${contact}` === phone) return true
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from agency_contacts where channel = 'email' and address = lower(${contact})
      or channel = 'sms' and address = ${contact}) as own`.execute(db)
  return rows[0]?.own === true
}

/** A link or code sent to an agent would let the agent act for the client. */
export async function refuseOwnContact(db: Db, call: WithBrand, sentTo: string): Promise<void> {
  if (await isOwnContact(db, call, sentTo)) fail('consent.no_recipient', { message: edeSentences.ownContact })
}
