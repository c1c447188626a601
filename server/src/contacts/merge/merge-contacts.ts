import {
  type contactMerges,
  type MergeField,
  type MergePreview,
  type MergeSide,
  mergeFields,
} from '@coverdesk/domain/contacts/merge-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { type ChangedEntity, keepChange, refuseEditConflict } from '../../history/record-changes.ts'
import { giveUpMessages } from '../../messages/give-up-messages.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { comparePair } from '../compare-contacts.ts'
import { mergeCustomers } from './merge-customers.ts'
import { contactLists, entriesToMove, mergeList } from './merge-lists.ts'
import {
  choicesOf,
  type MergeContact,
  mergeLabel,
  mergeProblem,
  readMergeContacts,
  toShortContact,
  winnersOf,
} from './merge-sides.ts'
import { asJson, takeSnapshot } from './merge-snapshot.ts'
import { moveReferences, referencesTo } from './move-references.ts'

/** Preview of a merge. */
export const previewMerge: Handler<typeof contactMerges.preview> = async ({ db, user }, pair) => {
  const { kept, merged } = await readMergeContacts(db, user.visibility('Customer'), pair)
  const preview: MergePreview = {
    kept: toShortContact(kept),
    merged: toShortContact(merged),
    both: [kept.id, merged.id],
    version: kept.version,
    otherVersion: merged.version,
    choices: choicesOf(kept, merged),
    moves: await movesOf(db, kept, merged),
    refused: mergeProblem(kept, merged),
    likeness: await comparePair(db, kept.id, merged.id),
  }
  return preview
}

async function movesOf(db: Db, kept: MergeContact, merged: MergeContact): Promise<string[]> {
  const lists = await Promise.all(
    Object.values(contactLists).map((list) => entriesToMove(db, list, merged.id, kept.id)),
  )
  const customer = merged.customer ? ['the history of the status as a customer'] : []
  return [...lists.flat(), ...customer, ...(await referencesTo(db, merged.id))]
}

/**
 * Merges one contact into another in one transaction: the chosen values, all emails, phones and addresses, and all
 * references. The previous rows are stored, so that the merge can be undone exactly.
 */
export const mergeContacts: Handler<typeof contactMerges.merge> = async ({ db, user, audit }, input) =>
  await inTransaction(db, async (db) => {
    const { kept, merged } = await readMergeContacts(db, user.visibility('Customer'), input, { lock: true })
    if (kept.version !== input.version) await refuseEditConflict(db, entityOf(kept), kept.id, input.version)
    if (merged.version !== input.otherVersion)
      await refuseEditConflict(db, entityOf(merged), merged.id, input.otherVersion)
    const refused = mergeProblem(kept, merged)
    if (refused !== null) fail('contact.merge_refused', { message: refused })
    const wins = winnersOf(kept, merged, input.choices)
    const before = await takeSnapshot(db, [kept.id, merged.id])
    await writeValues(db, kept.id, merged.id, wins)
    for (const [field, list] of [
      ['email', contactLists.email],
      ['phone', contactLists.phone],
      ['address', contactLists.address],
    ] as const)
      await mergeList(db, list, merged.id, kept.id, wins(field))
    await mergeCustomers(db, { kept, merged, wins, by: user.id })
    const moved = await moveReferences(db, merged.id, kept.id)
    // The chosen status may be Do Not Contact.
    await giveUpMessages(db, [kept.id])
    await sql`
      update contacts set merged_into = ${kept.id}, version = version + 1, updated_at = clock_timestamp()
      where id = ${merged.id}`.execute(db)
    const after = await takeSnapshot(db, [kept.id, merged.id])
    const { rows } = await sql<{ id: number }>`
      insert into contact_merges (kept_id, merged_id, merged_by, before, after, moved)
      values (${kept.id}, ${merged.id}, ${user.id}, ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${JSON.stringify(moved)}::jsonb)
      returning id`.execute(db)
    const id = rows[0]?.id ?? fail('server.error')
    await recordMerge(db, { kept, merged, by: user.id, changes: changedBy(kept, merged, wins) })
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'contact',
      entityId: kept.id,
      outcome: 'done',
      facts: { change: 'merge', merge: id, ...countsOf(moved) },
      subjects: [kept.id, merged.id],
    })
    return { id }
  })

/** Entity under which the contact's field history is stored. */
export function entityOf({ customer }: { customer: boolean }): ChangedEntity {
  return customer ? 'customer' : 'contact'
}

async function writeValues(
  db: Db,
  keptId: number,
  mergedId: number,
  wins: (field: MergeField) => MergeSide,
): Promise<void> {
  const columns = [
    ['firstName', 'first_name'],
    ['middleName', 'middle_name'],
    ['lastName', 'last_name'],
    ['dob', 'dob'],
    ['sex', 'sex'],
    ['agent', 'agent_id'],
    ['npn', 'npn'],
    ['ffeId', 'ffe_id'],
  ] as const
  const won = columns
    .filter(([field]) => wins(field) === 'merged')
    .map(([, column]) => sql`${sql.ref(column)} = m.${sql.ref(column)}`)
  await sql`
    update contacts k set ${sql.join([...won, sql`version = k.version + 1`, sql`updated_at = clock_timestamp()`])}
    from contacts m where k.id = ${keptId} and m.id = ${mergedId}`.execute(db)
}

function changedBy(kept: MergeContact, merged: MergeContact, wins: (field: MergeField) => MergeSide): FieldChange[] {
  return mergeFields
    .filter((field) => wins(field) === 'merged' && kept.display(field) !== merged.display(field))
    .map((field) => ({ field: mergeLabel(field), old: kept.display(field), new: merged.display(field) }))
}

/** Adds an entry to both histories, each with a reference to the other contact. */
async function recordMerge(
  db: Db,
  { kept, merged, by, changes }: { kept: MergeContact; merged: MergeContact; by: number; changes: FieldChange[] },
): Promise<void> {
  const withWhom = ({ name, id }: MergeContact) => `${name} (${id})`
  await keepChange(db, {
    entity: entityOf({ customer: kept.customer || merged.customer }),
    id: kept.id,
    version: kept.version + 1,
    action: 'Merged',
    by,
    changes: [{ field: 'Merged with', old: null, new: withWhom(merged) }, ...changes],
  })
  await keepChange(db, {
    entity: entityOf(merged),
    id: merged.id,
    version: merged.version + 1,
    action: 'Merged',
    by,
    changes: [{ field: 'Merged into', old: null, new: withWhom(kept) }],
  })
}

function countsOf(moved: Readonly<Record<string, readonly number[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(moved).map(([name, keys]) => [name, keys.length]))
}
