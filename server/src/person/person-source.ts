import type { EntryKind, PersonEntry, PersonPolicy } from '@coverdesk/domain/person/person-contract.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonKeys } from '../policies/policies-of-person.ts'

/** Keys of a person with the id of their contact; 0 for a person without one. */
export interface KnownPerson extends PersonKeys {
  id: number
}

/** The person whose timeline is built. */
export interface Person extends KnownPerson {
  /** The person's policies that the caller may read. */
  policies: readonly PersonPolicy[]
  /** The agency's day, against which dates are past or to come. */
  today: string
}

/** A timeline entry; `shows` names the record shown, if it is not the one that the entry links to. */
export interface FoundEntry extends PersonEntry {
  shows?: { entity: string; id: number }
}

/** Source of one kind of entry, and the right needed to read it. */
export interface PersonSource {
  kind: EntryKind
  allow: string
  /** Name of the records in the audit record; without it, they count as part of the customer. */
  entity?: string
  /** Entries that the caller can see, in any order. */
  entries: (db: Db, caller: SignedIn, person: Person) => Promise<FoundEntry[]>
}
