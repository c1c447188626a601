import { contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { countFacts, saveLists } from '../contacts/contact-lists.ts'
import { contactMethodTexts } from '../contacts/contact-methods.ts'
import { lookupProblems } from '../contacts/lookup-problems.ts'
import { keepChange, refuseOvertaken } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findProfile, updateContact } from './own-contact.ts'

/**
 * Saves the own contact as a whole. Any other id is refused alike, whether there is such a contact or not, so
 * that nobody learns which there are. Whoever edited an older version is told so (P-74).
 */
export const saveProfile: Handler<typeof profile.save> = async ({ db, user, audit }, { id, version, ...wanted }) => {
  if (id !== user.contactId) return fail('contact.not_own')
  return await inTransaction(db, async (db) => {
    const problems = await lookupProblems(db, wanted)
    if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
    const before = (await findProfile(db, id)) ?? fail('contact.not_found')
    const waysBefore = await contactMethodTexts(db, id)
    const entity = await historyOf(db, id)
    if (!(await updateContact(db, id, version, wanted))) await refuseOvertaken(db, entity, id, version)
    const counts = await saveLists(db, id, wanted)
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

/** Under which name the changes of a contact are kept: a customer's with the customer. */
async function historyOf(db: Db, id: number): Promise<'customer' | 'contact'> {
  const { rows } = await sql`select from customers where contact_id = ${id}`.execute(db)
  return rows.length > 0 ? 'customer' : 'contact'
}
