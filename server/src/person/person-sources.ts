import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerTone } from '@coverdesk/domain/customers/customer-fields.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { mayConverse } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { coverageEvents } from '@coverdesk/domain/person/coverage-events.ts'
import { newestEntries } from '@coverdesk/domain/person/newest-entries.ts'
import type { PersonEntry, PersonPolicy } from '@coverdesk/domain/person/person-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { mayTelephone } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { mayReadUnpaid } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { sql } from 'kysely'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import { notesOf } from '../notes/note-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { entryDefaults } from './entry-defaults.ts'
import { callEntries, messageEntries, unpaidEntries } from './person-activity.ts'
import { consentEntries, internalEntries, marketplaceEntries } from './person-applications.ts'
import { leadEntries, offlineEntries } from './person-forms.ts'
import type { PersonSource } from './person-source.ts'

/** Sources of a person's timeline. */
export const personSources: readonly PersonSource[] = [
  {
    kind: 'status',
    allow: customers.statuses.allow,
    entries: async (db, _caller, { id }) =>
      (await statusHistory(db, 'customer', id)).map(({ status, statusId, comment, createdBy, createdDate }, index) => ({
        ...entryDefaults,
        kind: 'status',
        key: String(index),
        at: createdDate,
        title: index === 0 ? 'Became a customer' : 'Status changed',
        by: createdBy,
        text: comment || null,
        state: { word: status ?? 'No status', tone: customerTone(statusId) },
      })),
  },
  {
    kind: 'change',
    allow: customers.history.allow,
    entries: async (db, _caller, { id }) =>
      (await changesSince(db, 'customer', id)).map(({ version, action, at, by, changes }) => ({
        ...entryDefaults,
        kind: 'change',
        key: String(version),
        at,
        title: action,
        by,
        changes: action === 'Created' ? [] : changes,
      })),
  },
  {
    kind: 'policy',
    allow: policies.list.allow,
    entries: async (db, _caller, person) => [
      ...person.policies.flatMap((policy) => coverageEntries(policy, person.today)),
      ...(await policyChanges(db, person.policies)),
    ],
  },
  {
    kind: 'note',
    allow: notedKinds.customer.allow,
    entries: async (db, _caller, { id }) =>
      (await notesOf(db, { entityMetadataId: notedKinds.customer.id, entityId: id })).map((note) => ({
        ...entryDefaults,
        kind: 'note',
        key: String(note.id),
        at: note.createdDate,
        title: 'Note',
        by: note.createdBy,
        text: note.noteBody,
        record: note.id,
        file: note.doc && { noteId: note.id, name: note.doc.name },
      })),
  },
  { kind: 'call', allow: mayTelephone, entity: 'call', entries: callEntries },
  { kind: 'message', allow: mayConverse, entity: 'conversation', entries: messageEntries },
  { kind: 'unpaid', allow: mayReadUnpaid, entries: unpaidEntries },
  { kind: 'lead', allow: notedKinds.lead.allow, entity: 'lead', entries: leadEntries },
  { kind: 'offline', allow: notedKinds.offline.allow, entity: 'offline-application', entries: offlineEntries },
  { kind: 'application', allow: notedKinds.application.allow, entries: internalEntries },
  { kind: 'consent', allow: notedKinds.application.allow, entries: consentEntries },
  { kind: 'marketplace', allow: sectionRules['Direct Enrollment'].allow, entries: marketplaceEntries },
]

/** Start and end of a coverage, as far as they have happened or are announced. */
function coverageEntries(policy: PersonPolicy, today: string): PersonEntry[] {
  const { id, policyNumber, carrierName, planName } = policy
  const text = [carrierName, planName, policyNumber].filter(Boolean).join(', ')
  return coverageEvents(policy, today).map(({ key, at, title, state }) => ({
    ...entryDefaults,
    kind: 'policy',
    key: `${id} ${key}`,
    at,
    title,
    text,
    record: id,
    state,
  }))
}

/** Changes of status, payment and agent of record that imports made to these policies; the newest 100. */
async function policyChanges(db: Db, found: readonly PersonPolicy[]): Promise<PersonEntry[]> {
  if (found.length === 0) return []
  const names: Readonly<Record<string, string>> = {
    PolicyStatus: 'Status',
    PaidThroughDate: 'Paid through',
    AgentNPN: 'Agent of record',
  }
  const { rows } = await sql<{
    id: number
    policyId: number
    field: string
    old: string | null
    new: string | null
    at: Date
  }>`
    select h.id, h.policy_id as "policyId", h.field, h.old_value as old, h.new_value as new, h.at
    from policy_changes h
    where h.policy_id = any(${found.map(({ id }) => id)}) and h.field = any(${Object.keys(names)})
    order by h.id desc limit ${newestEntries.policy}`.execute(db)
  const numbers = new Map(found.map(({ id, policyNumber }) => [id, policyNumber]))
  const words = (value: string | null) => showDate(value) || value
  return rows.map(({ id, policyId, field, old, new: now, at }) => ({
    ...entryDefaults,
    kind: 'policy',
    key: `change ${id}`,
    at: at.toISOString(),
    title: `Policy ${numbers.get(policyId)} changed`,
    changes: [{ field: names[field] ?? field, old: words(old), new: words(now) }],
    record: policyId,
  }))
}
