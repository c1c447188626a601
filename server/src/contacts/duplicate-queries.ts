import type { contactMerges, Duplicate, ShortContact } from '@coverdesk/domain/contacts/merge-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { compareChanged, likelyPairs } from './compare-contacts.ts'
import { canSeeContact, visibleContacts } from './contact-queries.ts'

const maxDuplicates = 20
/** Maximum number of changed contacts compared while the user waits, so that recent changes are in the list. */
const maxComparedInline = 300

const shortContact = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('id', ${column('id')},
    'name', concat_ws(' ', nullif(${column('first_name')}, ''), nullif(${column('middle_name')}, ''), nullif(${column('last_name')}, '')),
    'email', coalesce(${column('main_email')}, ''), 'phone', coalesce(${column('main_phone')}, ''), 'dob', ${column('dob')},
    'customer', (select true from customers where contact_id = ${column('id')}) is not null)`
}

/** Visible contacts that may be the same person as this one, compared on request. */
export async function duplicatesOf(
  db: Db,
  visibility: Visibility,
  id: number,
): Promise<(Duplicate & { id: number })[]> {
  if (!(await canSeeContact(db, visibility, id))) fail('contact.not_found')
  const likely = await likelyPairs(db, [id])
  const { rows } = await sql<{ contact: ShortContact }>`
    select ${shortContact('c')} as contact from contacts c
    where c.id = any(${likely.map(({ otherId }) => otherId)}::bigint[]) and ${visibleContacts(visibility)}`.execute(db)
  const known = new Map(rows.map(({ contact }) => [contact.id, contact]))
  return likely
    .flatMap(({ otherId, score, reason }) => {
      const contact = known.get(otherId)
      return contact ? [{ id: otherId, contact, score, reason }] : []
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, maxDuplicates)
}

/** Page of the pairs of which the user can see both contacts, with the exact total. */
export const listPairs: Handler<typeof contactMerges.pairs> = async ({ db, user }, { pageNumber, pageSize }) => {
  await compareChanged(db, maxComparedInline)
  const visibility = user.visibility('Customer')
  const from = sql`
    from contact_pairs p join contacts a on a.id = p.contact_id join contacts b on b.id = p.other_id
    where ${visibleContacts(visibility, 'a')} and ${visibleContacts(visibility, 'b')}`
  const { rows: counts } = await sql<{ total: number; waiting: number }>`
    select (select count(*) ${from})::int as total, (select count(*) from contacts_to_compare)::int as waiting`.execute(
    db,
  )
  const { rows } = await sql<{ one: ShortContact; other: ShortContact; score: number; reason: string }>`
    select ${shortContact('a')} as one, ${shortContact('b')} as other, p.score, p.reason ${from}
    order by p.score desc, p.contact_id, p.other_id
    limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(db)
  const { total = 0, waiting = 0 } = counts[0] ?? {}
  return {
    data: rows.map((row) => ({
      ...row,
      id: `${row.one.id}-${row.other.id}`,
      both: [row.one.id, row.other.id],
    })),
    totalRecords: total,
    pageNumber,
    pageSize,
    totalPages: Math.ceil(total / pageSize),
    waiting,
  }
}

/** Records that two contacts are different people; idempotent. */
export const tellApart: Handler<typeof contactMerges.tellApart> = async ({ db, user, audit }, { id, otherId }) =>
  await inTransaction(db, async (db) => {
    const visibility = user.visibility('Customer')
    for (const contactId of [id, otherId])
      if (!(await canSeeContact(db, visibility, contactId))) fail('contact.not_found')
    if (id === otherId) fail('contact.not_found')
    const [lower, higher] = [Math.min(id, otherId), Math.max(id, otherId)]
    await sql`
      insert into contacts_told_apart (contact_id, other_id, told_by) values (${lower}, ${higher}, ${user.id})
      on conflict do nothing`.execute(db)
    await sql`delete from contact_pairs where contact_id = ${lower} and other_id = ${higher}`.execute(db)
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'contact',
      entityId: id,
      outcome: 'done',
      facts: { change: 'told apart' },
      subjects: [id, otherId],
    })
    return done
  })
