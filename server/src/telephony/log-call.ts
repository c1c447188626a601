import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { CallRow, telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { canSeeContact } from '../contacts/contact-queries.ts'
import { agentsOfOpenableCustomers } from '../customers/openable-customers.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { joinsForAgents, selectedColumns } from '../platform/lists/select-list.ts'
import { callList } from './call-list.ts'

/** Logs a call of the user. A contact answers as missing if the user cannot read it. */
export const logCall: Handler<typeof telephony.log> = (call, { phone, contactId, outcome, comment }) =>
  inTransaction(call.db, async (db) => {
    const { user } = call
    const knows =
      contactId === null ||
      (mayPass(contacts.details.allow, user) && (await canSeeContact(db, user.visibility('Customer'), contactId)))
    if (!knows) fail('contact.not_found')
    const { id } = await db
      .insertInto('phone_calls')
      .values({ user_id: user.id, contact_id: contactId, phone, outcome, comment })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'call',
      entityId: id,
      outcome: 'done',
      facts: { outcome },
    })
    return await findCall(db, user, id)
  })

async function findCall(db: Db, user: SignedIn, id: number): Promise<CallRow> {
  const { rows } = await sql<Omit<CallRow, 'calledAt'> & { calledAt: Date }>`
    select ${selectedColumns(callList.columns)} from ${sql.raw(callList.table)}
      ${joinsForAgents(callList, agentsOfOpenableCustomers(user))}
    where p.id = ${id}`.execute(db)
  const row = rows[0] ?? fail('server.error')
  return { ...row, calledAt: row.calledAt.toISOString() }
}
