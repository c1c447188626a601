import { fail } from '@coverdesk/domain/failures.ts'
import type { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { writeAudit } from '../platform/audit.ts'
import { inTransaction } from '../platform/database.ts'
import type { Handler } from '../platform/http-call.ts'
import { saveLists } from './contact-lists.ts'
import { lookupProblems } from './lookup-problems.ts'
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
    if (!(await updateContact(db, id, version, wanted))) fail('record.changed')
    const counts = await saveLists(db, id, wanted)
    const facts = Object.fromEntries(
      Object.entries(counts).flatMap(([list, { added, removed }]) => [
        [`${list}Added`, added],
        [`${list}Removed`, removed],
      ]),
    )
    await writeAudit(db, audit, { action: 'update', entity: 'contact', entityId: id, outcome: 'done', facts })
    return (await findProfile(db, id)) ?? fail('contact.not_found')
  })
}
