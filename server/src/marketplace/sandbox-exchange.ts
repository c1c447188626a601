import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Exchange, ExchangeQuestion } from '../platform/exchange.ts'
import { sandboxPlans } from '../sandbox/sandbox-plans.ts'

/**
 * The built-in exchange, for agencies that are not connected to a real one yet: a party of its own with its own state. It
 * answers an application as that stands with it, with the moment of the answer. One that it never heard of, such
 * as from a file, is opened with it as the agency first told it, since there is nobody else who could.
 */
export function sandboxExchange(db: Db): Exchange {
  return {
    ...sandboxPlans(db),
    application: async (question) => {
      await sql`
        insert into sandbox_exchange_applications (exchange_assigned_id, document)
        values (${question.exchangeAssignedId}, ${JSON.stringify(asTold(question))}::jsonb)
        on conflict do nothing`.execute(db)
      const { rows } = await sql<{ document: object }>`
        select document from sandbox_exchange_applications
        where exchange_assigned_id = ${question.exchangeAssignedId}`.execute(db)
      const [found] = rows
      if (!found) return null
      const { exchangeAssignedId } = question
      return JSON.stringify({ ...found.document, exchangeAssignedId, snapshotDate: new Date().toISOString() })
    },
  }
}

/** An application as the agency tells of it; the person who applies where it told of none. */
function asTold({ held }: ExchangeQuestion): object {
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
