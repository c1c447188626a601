/** A table whose rows are part of a contact: a merge changes them, and an undo restores them. */
export interface ContactPart {
  table: string
  /** Key column. */
  key: string
  /** Column with the contact's id. */
  column: string
  /** Condition for the contacts' rows, if the table holds other rows too. */
  only?: string
  /** Name of the part in the message that rejects an undo. */
  words: string
}

/** A table with a reference to contacts: a merge updates the reference to the remaining contact. */
export interface ContactPointer {
  table: string
  key: string
  column: string
  only?: string
  /** Singular and plural for display. */
  words: readonly [one: string, many: string]
}

/** A column that refers to contacts and that a merge does not change, with the reason. */
export interface UnchangedReference {
  table: string
  column: string
  why: string
}

export const contactParts: readonly ContactPart[] = [
  { table: 'contacts', key: 'id', column: 'id', words: 'personal data' },
  { table: 'contact_emails', key: 'id', column: 'contact_id', words: 'emails' },
  { table: 'contact_phones', key: 'id', column: 'contact_id', words: 'phones' },
  { table: 'contact_addresses', key: 'id', column: 'contact_id', words: 'addresses' },
  { table: 'customers', key: 'contact_id', column: 'contact_id', words: 'customer data' },
  { table: 'status_changes', key: 'id', column: 'record_id', only: `kind = 'customer'`, words: 'status' },
]

/**
 * All other references to contacts. A test compares the foreign keys of the database with these three lists and fails if a
 * reference to contacts or customers is missing, so that every new one defines its merge behavior.
 */
export const contactPointers: readonly ContactPointer[] = [
  { table: 'agents', key: 'id', column: 'contact_id', words: ['agent', 'agents'] },
  { table: 'users', key: 'id', column: 'contact_id', words: ['user', 'users'] },
  {
    table: 'contacts',
    key: 'id',
    column: 'merged_into',
    words: ['contact merged into it earlier', 'contacts merged into it earlier'],
  },
  { table: 'leads', key: 'id', column: 'contact_id', words: ['lead', 'leads'] },
  {
    table: 'offline_applications',
    key: 'id',
    column: 'contact_id',
    words: ['offline application', 'offline applications'],
  },
  { table: 'phone_calls', key: 'id', column: 'contact_id', words: ['call', 'calls'] },
  { table: 'contact_messages', key: 'id', column: 'contact_id', words: ['message', 'messages'] },
  { table: 'notes', key: 'id', column: 'record_id', only: 'kind = 1', words: ['note', 'notes'] },
]

export const unchangedReferences: readonly UnchangedReference[] = [
  { table: 'contact_pairs', column: 'contact_id', why: 'recomputed for the remaining contact' },
  { table: 'contact_pairs', column: 'other_id', why: 'recomputed for the remaining contact' },
  { table: 'contacts_told_apart', column: 'contact_id', why: 'a decision about that record, not the remaining one' },
  { table: 'contacts_told_apart', column: 'other_id', why: 'a decision about that record, not the remaining one' },
  { table: 'conversations', column: 'contact_id', why: 'derived from the messages, which move' },
  {
    table: 'conversation_reads',
    column: 'contact_id',
    why: 'the read position of that conversation, not of the merged one',
  },
  { table: 'contact_merges', column: 'kept_id', why: 'the log of merges itself' },
  { table: 'contact_merges', column: 'merged_id', why: 'the log of merges itself' },
]
