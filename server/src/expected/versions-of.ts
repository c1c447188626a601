import { isDeepStrictEqual } from 'node:util'
import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { type BookLoad, presenceOf } from '@coverdesk/domain/policies/presence-of.ts'
import { type FileChange, walkBack } from '@coverdesk/domain/policies/walk-back.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { atItsBook } from './at-its-book.ts'
import { lastOfEachBook } from './last-of-each-book.ts'
import type { PersonVersion } from './person-before.ts'

interface StoredVersion {
  batch: number
  book: string
  status: string
  effective: string | null
  term: string | null
  members: number | null
  premium: string | null
  plan: string | null
  state: string | null
  /** 'No' or null. */
  eligible: string | null
  firstName: string
  lastName: string
  dob: string | null
}

/** A policy according to the newest file, with its history. */
export interface PolicyHistory extends Omit<StoredVersion, 'batch' | 'book'> {
  firstBatch: number | null
  firstBook: string | null
  missingBatch: number | null
  missingBook: string | null
  /** Newest file first. */
  changes: FileChange[]
  /** Files in which it returned, with the file that it had been missing from. */
  returns: { batch: number; book: string | null; missingBatch: number | null; missingBook: string | null }[]
  /** Versions from files that were loaded after a file of a later month. */
  older: StoredVersion[]
}

/** Whole books of a carrier, in load order. */
export async function wholeBooks(db: Db, carrierId: number): Promise<BookLoad[]> {
  const { rows } = await sql<BookLoad>`
    select b.id as batch, b.month, b.is_older as "isOlder" from import_batches b
    where b.kind = 'policies' and b.carrier_id = ${carrierId} and b.undone_at is null and b.part is null and b.month is not null
    order by b.id`.execute(db)
  return rows
}

/**
 * Whole books of a carrier if any was loaded after a later one; otherwise none, because each policy's history is in
 * order. Also none if a file set newer ones back, or if an older file's data is not stored.
 */
export async function booksOf(db: Db, carrierId: number): Promise<BookLoad[]> {
  const rows = await wholeBooks(db, carrierId)
  if (!rows.some(({ isOlder }) => isOlder)) return []
  const inOrder = rows.filter(({ isOlder }) => !isOlder)
  return inOrder.every(({ month }, at) => month >= (inOrder[at - 1]?.month ?? month)) ? rows : []
}

type Version = Omit<PersonVersion, 'book' | 'isMissing'>

/** Versions of a policy, oldest first; `books` if they were not loaded in month order. */
export function versionsOf(policy: PolicyHistory, books: readonly BookLoad[]): PersonVersion[] {
  return books.length === 0 ? versionsInOrder(policy) : versionsByMonth(policy, books)
}

/** Replays the history backward from the newest file. */
function versionsInOrder(policy: PolicyHistory): PersonVersion[] {
  const versions: PersonVersion[] = []
  const add = (book: string | null, isMissing: boolean, version: Version) =>
    versions.push({ ...version, isMissing, book: book === null ? null : monthOfDay(book) })
  for (const { book, back, version } of statesOf(policy)) {
    if (back?.missingBook) add(back.missingBook, true, versions.at(-1) ?? version)
    add(book, false, version)
  }
  if (policy.missingBook !== null) add(policy.missingBook, true, versions.at(-1) ?? said(policy))
  const olderVersions = policy.older.map((one) => ({ ...said(one), book: monthOfDay(one.book), isMissing: false }))
  return lastOfEachBook(olderVersions.reduce<PersonVersion[]>(atItsBook, versions))
}

/** A policy's state from a file that changed it. */
interface State {
  batch: number
  book: string | null
  back: PolicyHistory['returns'][number] | undefined
  version: Version
}

/** Oldest first. */
function statesOf(policy: PolicyHistory): [State, ...State[]] {
  const { changes, returns, firstBatch, firstBook } = policy
  const { first, later } = walkBack(said(policy), changes, earlierValue)
  const stateOf = (batch: number): State => {
    const back = returns.find((one) => one.batch === batch)
    const found = later.find((one) => one.batch <= batch)
    const book = back?.book ?? (found?.batch === batch ? found.book : null)
    return { batch, book, back, version: found?.state ?? first }
  }
  const batches = [...new Set([...later, ...returns].map(({ batch }) => batch))].sort((one, other) => one - other)
  return [{ batch: firstBatch ?? 0, book: firstBook, back: undefined, version: first }, ...batches.map(stateOf)]
}

const said = ({ premium, ...policy }: Omit<StoredVersion, 'batch' | 'book'>): Version => ({
  status: policy.status,
  effective: policy.effective,
  term: policy.term,
  members: policy.members,
  premium: premium === null ? null : cents(premium),
  plan: policy.plan,
  state: policy.state,
  isEligible: policy.eligible === null,
  firstName: policy.firstName,
  lastName: policy.lastName,
  dob: policy.dob,
})

/** A file that has a policy or lacks it. */
interface Entry {
  batch: number
  book: string | null
  version: Version | null
}

/**
 * As if the files had been loaded in month order (decision 314): an older book stores which policies it has; for the
 * others the loads so far decide.
 */
function versionsByMonth(policy: PolicyHistory, books: readonly BookLoad[]): PersonVersion[] {
  const states = statesOf(policy)
  const [first] = states
  const older = new Map(policy.older.map((version) => [version.batch, version]))
  const isIn = presenceOf(policy, books)
  const entryOf = (batch: number, book: string | null, isOlder: boolean): Entry => {
    const own = older.get(batch)
    if (own) return { batch, book, version: said(own) }
    if (batch === first.batch) return { batch, book, version: first.version }
    const has = !isOlder && isIn(batch)
    return { batch, book, version: has ? (states.findLast((state) => state.batch <= batch) ?? first).version : null }
  }
  const entries = new Map(books.map(({ batch, month, isOlder }) => [batch, entryOf(batch, month, isOlder)]))
  const others = [...states, ...policy.older, { batch: policy.missingBatch ?? 0, book: policy.missingBook }]
  for (const { batch, book } of [...others, ...policy.returns.map(missingFrom)])
    if (!entries.has(batch) && (book !== null || batch === first.batch)) entries.set(batch, entryOf(batch, book, false))
  const versions: PersonVersion[] = []
  for (const { book, version } of lastOfEachBook([...entries.values()].sort(byMonth).map(counted))) {
    const before = versions.at(-1)
    const next = version ? { ...version, isMissing: false } : before && { ...before, isMissing: true }
    if (next && !(before && isDeepStrictEqual({ ...before, book }, { ...next, book }))) versions.push({ ...next, book })
  }
  return versions
}

const missingFrom = ({ missingBatch, missingBook }: PolicyHistory['returns'][number]) => ({
  batch: missingBatch ?? 0,
  book: missingBook,
})

const counted = ({ book, version }: Entry) => ({ book: book === null ? null : monthOfDay(book), version })

const byMonth = (one: Entry, other: Entry) =>
  (one.book === null ? 0 : monthOfDay(one.book)) - (other.book === null ? 0 : monthOfDay(other.book)) ||
  one.batch - other.batch

function earlierValue(field: string, old: string | null): Partial<Version> {
  switch (field) {
    case 'PolicyStatus':
      return { status: old ?? 'Active' }
    case 'TermDate':
      return { term: old }
    case 'EffectiveDate':
      return { effective: old }
    case 'NumberOfMembers':
      return { members: old === null ? null : Number(old) }
    case 'MonthlyPremium':
      return { premium: old === null ? null : cents(old) }
    case 'PlanName':
      return { plan: old }
    case 'FirstName':
      return { firstName: old ?? '' }
    case 'LastName':
      return { lastName: old ?? '' }
    case 'DOB':
      return { dob: old }
    case 'State':
      return { state: old }
    case 'CommissionEligible':
      return { isEligible: old === null }
    default:
      return {}
  }
}
