import { sql } from 'kysely'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Exchange, ExchangeQuestion } from '../../platform/integrations/exchange.ts'
import { applyAtSandbox } from '../../sandbox/apply-at-sandbox.ts'
import { askSandbox, type SandboxNotice, sendAuthorization } from '../../sandbox/authorize-at-sandbox.ts'
import { enrollAtSandbox } from '../../sandbox/enroll-at-sandbox.ts'
import { sandboxDirectory } from '../../sandbox/sandbox-directory.ts'
import { sandboxPlans } from '../../sandbox/sandbox-plans.ts'

/**
 * Built-in exchange with its own state, for agencies without a real one. It returns an application with the time of the
 * response. `notify` sends clients their codes. An unknown application, such as one from a file, is created from the agency's data; if the agency
 * has only the id, it stays unknown.
 */
export function sandboxExchange(
  db: Db,
  notify: SandboxNotice = async () => false,
  now: () => Date = () => new Date(),
): Exchange {
  return {
    health: null,
    ...sandboxPlans(db),
    directory: sandboxDirectory(),
    application: async (question) => {
      const document = await standing(db, question)
      if (!document) return null
      const { exchangeAssignedId } = question
      return JSON.stringify({ ...document, exchangeAssignedId, snapshotDate: now().toISOString() })
    },
    apply: (application) =>
      inTransaction(db, async (db) => JSON.stringify(await applyAtSandbox(db, application, now()))),
    requestAuthorization: (request) =>
      inTransaction(db, async (db) => JSON.stringify(await sendAuthorization(db, request, notify))),
    authorization: (asked) => inTransaction(db, async (db) => JSON.stringify(await askSandbox(db, asked))),
    enroll: (enrollment) =>
      inTransaction(db, async (db) => {
        await standing(db, enrollment)
        return JSON.stringify(await enrollAtSandbox(db, enrollment))
      }),
  }
}

/** Record of an application, created from the agency's data on first use. */
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

/** Application record from the agency's data; the applicant is added if its document is missing. */
function asTold(held: NonNullable<ExchangeQuestion['held']>): object {
  const document = typeof held.document === 'object' && held.document !== null ? held.document : {}
  const { userFirstName, userLastName, userPhone, userEmail } = held
  const person = { id: '1', firstName: userFirstName, lastName: userLastName, relationship: 'self', primary: true }
  return {
    persons: userFirstName || userLastName ? [person] : [],
    insuranceApplication: { applicants: [] },
    policies: [],
    contact: { phone: userPhone, email: userEmail },
    ...document,
  }
}
