import { fail } from '@coverdesk/domain/failures.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { Profile, profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseOvertaken } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
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
    const before = (await findProfile(db, id)) ?? fail('contact.not_found')
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
      changes: fieldChanges(profileLabels, inWords(before), inWords(after)),
    })
    const facts = Object.fromEntries(
      Object.entries(counts).flatMap(([list, { added, removed }]) => [
        [`${list}Added`, added],
        [`${list}Removed`, removed],
      ]),
    )
    await writeAudit(db, audit, { action: 'update', entity: 'contact', entityId: id, outcome: 'done', facts })
    return after
  })
}

const profileLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  FFEID: 'FFE username',
  NPN: 'NPN',
  emails: 'Emails',
  phones: 'Phones',
  addresses: 'Addresses',
}

function inWords({ firstName, middleName, lastName, FFEID, NPN, emails, phones, addresses }: Profile) {
  return {
    ...{ firstName, middleName, lastName, FFEID, NPN },
    emails: emails.map(({ email }) => email).join(', '),
    phones: phones.map(({ phone }) => showPhone(phone)).join(', '),
    addresses: addresses.map(({ address, zipCode }) => [address, zipCode].filter(Boolean).join(' ')).join(', '),
  }
}

/** Under which name the changes of a contact are kept: a customer's with the customer. */
async function historyOf(db: Db, id: number): Promise<'customer' | 'contact'> {
  const { rows } = await sql`select from customers where contact_id = ${id}`.execute(db)
  return rows.length > 0 ? 'customer' : 'contact'
}
