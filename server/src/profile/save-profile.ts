import { contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { countFacts, saveLists } from '../contacts/contact-lists.ts'
import { contactMethodTexts } from '../contacts/contact-methods.ts'
import { lookupProblems } from '../contacts/lookup-problems.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findProfile, updateContact } from './own-contact.ts'

/**
 * Saves the user's own contact as a whole. Any other id is refused in the same way, existing or not, so that
 * ids cannot be probed. Fails with an edit conflict on an older version (P-74).
 */
export const saveProfile: Handler<typeof profile.save> = async ({ db, user, audit }, { id, version, ...input }) => {
  if (id !== user.contactId) return fail('contact.not_own')
  return await inTransaction(db, async (db) => {
    const problems = await lookupProblems(db, input)
    if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
    const before = (await findProfile(db, id)) ?? fail('contact.not_found')
    const waysBefore = await contactMethodTexts(db, id)
    const entity = await historyOf(db, id)
    if (!(await updateContact(db, id, version, input))) await refuseEditConflict(db, entity, id, version)
    const counts = await saveLists(db, id, input)
    const after = (await findProfile(db, id)) ?? fail('contact.not_found')
    await keepChange(db, {
      entity,
      id,
      version: after.version,
      action: 'Changed',
      by: user.id,
      changes: fieldChanges(
        profileLabels,
        { ...before, ...waysBefore },
        { ...after, ...(await contactMethodTexts(db, id)) },
      ),
    })
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'contact',
      entityId: id,
      outcome: 'done',
      facts: countFacts(counts),
    })
    return after
  })
}

const profileLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  FFEID: 'FFE username',
  NPN: 'NPN',
  ...contactListNames,
}

/** Entity of the contact's change history: a customer's changes are listed with the customer. */
async function historyOf(db: Db, id: number): Promise<'customer' | 'contact'> {
  const { rows } = await sql`select from customers where contact_id = ${id}`.execute(db)
  return rows.length > 0 ? 'customer' : 'contact'
}
