/** A table whose rows are part of a contact: a merge changes them, an undo puts them back as they were. */
export interface ContactPart {
  table: string
  /** Tells a row from others. */
  key: string
  /** Column with the contact's id. */
  column: string
  /** Keeps to the contacts' rows, where others stand in the table, too. */
  only?: string
  /** What was changed since, in words, when an undo is refused for it. */
  words: string
}

/** A table whose rows name a contact and stay what they are: a merge makes them name the contact that is kept. */
export interface ContactPointer {
  table: string
  key: string
  column: string
  only?: string
  /** One and several of them, in words. */
  words: readonly [one: string, many: string]
}

/** A column that names contacts and that a merge leaves as it is, and why. */
export interface StayingReference {
  table: string
  column: string
  why: string
}

export const contactParts: readonly ContactPart[] = [
  { table: 'contacts', key: 'id', column: 'id', words: 'personal data' },
  { table: 'contact_emails', key: 'id', column: 'contact_id', words: 'e-mails' },
  { table: 'contact_phones', key: 'id', column: 'contact_id', words: 'phones' },
  { table: 'contact_addresses', key: 'id', column: 'contact_id', words: 'addresses' },
  { table: 'customers', key: 'contact_id', column: 'contact_id', words: 'customer data' },
  { table: 'status_changes', key: 'id', column: 'record_id', only: `kind = 'customer'`, words: 'status' },
]

/**
 * Everything else that names a contact. A test reads the foreign keys of the database and fails when one to contacts or
 * customers stands in none of the three lists: whoever adds one decides here what a merge does with it.
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
  { table: 'phone_calls', key: 'id', column: 'contact_id', words: ['call', 'calls'] },
  { table: 'contact_messages', key: 'id', column: 'contact_id', words: ['message', 'messages'] },
  { table: 'notes', key: 'id', column: 'record_id', only: 'kind = 1', words: ['note', 'notes'] },
]

export const stayingReferences: readonly StayingReference[] = [
  { table: 'contact_pairs', column: 'contact_id', why: 'found anew for whoever is kept' },
  { table: 'contact_pairs', column: 'other_id', why: 'found anew for whoever is kept' },
  { table: 'contacts_told_apart', column: 'contact_id', why: 'said of that record, not of the one kept' },
  { table: 'contacts_told_apart', column: 'other_id', why: 'said of that record, not of the one kept' },
  { table: 'conversations', column: 'contact_id', why: 'summed up from the messages, which move' },
  {
    table: 'conversation_reads',
    column: 'contact_id',
    why: 'how far somebody has read that conversation, not the joined one',
  },
  { table: 'contact_merges', column: 'kept_id', why: 'the record of merges itself' },
  { table: 'contact_merges', column: 'merged_id', why: 'the record of merges itself' },
]
