import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Exchange, ExchangeQuestion } from '../platform/integrations/exchange.ts'
import { enrollAtSandbox } from '../sandbox/sandbox-enrollment.ts'
import { sandboxPlans } from '../sandbox/sandbox-plans.ts'

/**
 * The built-in exchange, for agencies that are not connected to a real one yet: a party of its own with its own state. It
 * answers an application as that stands with it, with the moment of the answer. One that it never heard of, such
 * as from a file, is opened with it as the agency first told it, since there is nobody else who could; of one that the agency
 * holds no more of than the id, it knows nothing.
 */
export function sandboxExchange(db: Db): Exchange {
  return {
    health: null,
    ...sandboxPlans(db),
    application: async (question) => {
      const document = await standing(db, question)
      if (!document) return null
      const { exchangeAssignedId } = question
      return JSON.stringify({ ...document, exchangeAssignedId, snapshotDate: new Date().toISOString() })
    },
    enroll: (enrollment) =>
      inTransaction(db, async (db) => {
        await standing(db, enrollment)
        return JSON.stringify(await enrollAtSandbox(db, enrollment))
      }),
  }
}

/** What stands there of an application, which is opened when the agency tells of it. */
async function standing(db: Db, question: ExchangeQuestion): Promise<object | null> {
  const { exchangeAssignedId, held } = question
  if (held)
    await sql`
      insert into sandbox_exchange_applications (exchange_assigned_id, document)
      values (${exchangeAssignedId}, ${JSON.stringify(asTold(held))}::jsonb)
      on conflict do nothing`.execute(db)
  const { rows } = await sql<{ document: object }>`
    select document from sandbox_exchange_applications where exchange_assigned_id = ${exchangeAssignedId}`.execute(db)
  return rows[0]?.document ?? null
}

/** An application as the agency tells of it; the person who applies where it told of none. */
function asTold(held: NonNullable<ExchangeQuestion['held']>): object {
  const told = typeof held.document === 'object' && held.document !== null ? held.document : {}
  const { userFirstName, userLastName, userPhone, userEmail } = held
  const person = { id: '1', firstName: userFirstName, lastName: userLastName, relationship: 'self', primary: true }
  return {
    persons: userFirstName || userLastName ? [person] : [],
    insuranceApplication: { applicants: [] },
    policies: [],
    contact: { phone: userPhone, email: userEmail },
    ...told,
  }
}
