import type { EntryKind, PersonEntry, PersonPolicy } from '@coverdesk/domain/customers/person-contract.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonKeys } from '../policies/policies-of-person.ts'

/** A person as sources know it. */
export interface Person extends PersonKeys {
  id: number
  /** Those of the person that the caller may read. */
  policies: readonly PersonPolicy[]
}

/** An entry, and which record it shows, where that is not the one it links to. */
export interface FoundEntry extends PersonEntry {
  shows?: { entity: string; id: number }
}

/** Where entries of one kind come from, and the right that reading them there asks for. */
export interface PersonSource {
  kind: EntryKind
  allow: string
  /** What the records of the entries are called in the audit record; those of the customer are read with the customer. */
  entity?: string
  /** Entries within what the caller may see, in any order. */
  entries: (db: Db, caller: SignedIn, person: Person) => Promise<FoundEntry[]>
}

/** An entry without anything but what happened and when. */
export const plain = { by: null, text: null, changes: [], state: null, record: null, file: null }
