import type { Insured, MatchCandidate, MatchedLine } from '@coverdesk/domain/exceptions/match-line.ts'
import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { isUnnamed } from '@coverdesk/domain/policies/no-name.ts'
import { type FileChange, walkBack } from '@coverdesk/domain/policies/walk-back.ts'
import { type RawBuilder, sql } from 'kysely'
import { atItsBook } from '../../expected/at-its-book.ts'
import { lastOfEachBook } from '../../expected/last-of-each-book.ts'
import { monthOfLine } from '../../expected/terms-of-line.ts'

/** Data of a line for the match rules. */
export interface LineFacts {
  number: string
  name: string | null
  dob: string | null
  memberId: string | null
  exchangeId: string | null
  /** First day of the policy month. */
  coverage: string
}

/** Columns of LineFacts, from a line `r` and its carrier's terms `c`. */
export const lineFacts = sql`coalesce(r.stated_number, r.policy_number) as number, r.insured_name as name, r.dob, r.member_id as "memberId", r.exchange_id as "exchangeId",
  ${monthOfLine('r')} as coverage`

export const matchedLineOf = ({ coverage, ...line }: LineFacts): MatchedLine => ({
  ...line,
  month: monthOfDay(coverage),
})

/** Policy that may match the line, with the changes of its insured, newest file first. */
export interface CandidateRow {
  id: number
  policyNumber: string
  firstName: string
  lastName: string
  dob: string | null
  memberId: string | null
  exchangeId: string | null
  number: MatchCandidate['number']
  isInForce: boolean
  isAgentOfRecord: boolean
  effective: string | null
  term: string | null
  status: string
  agent: string | null
  npn: string | null
  firstBook: string | null
  /** Newest file first. */
  changes: FileChange[]
  /** Insureds from files that were loaded after a file of a later month. */
  older: { book: string; firstName: string; lastName: string; dob: string | null }[]
}

const none = sql`select null::bigint where false`

/**
 * Policies of the carrier with the number, an id or the birth date of a line `r`, as JSON; `more` selects other ids.
 * `c` has the carrier's terms.
 */
export function candidatesOf(more: RawBuilder<unknown> = none): RawBuilder<CandidateRow[]> {
  const stated = sql`coalesce(r.stated_number, r.policy_number)`
  const month = monthOfLine('r')
  return sql<CandidateRow[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'policyNumber', p.policy_number, 'firstName', p.first_name,
      'lastName', p.last_name, 'dob', p.dob, 'memberId', p.member_id, 'exchangeId', p.exchange_subscriber_id,
      'number', case when p.policy_number = ${stated} then 'same'
        when policy_number_key(p.policy_number) = policy_number_key(${stated}) then 'spelled differently'
        when ltrim(p.policy_number, '0') = ${stated} then 'without zeros' else 'different' end,
      'isInForce', policy_covers(p, ${month}),
      'isAgentOfRecord', r.agent_npn is null or r.agent_npn is not distinct from npn_on(p, ${month}),
      'effective', p.effective_date, 'term', p.term_date, 'status', p.status, 'npn', npn_on(p, ${month}),
      'agent', (select a.name from agents a where a.npn = npn_on(p, ${month})),
      'firstBook', (select b.month from import_batches b where b.id = p.first_batch_id),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('batch', i.batch_id, 'book', b.month, 'field', i.field, 'old', i.old_value)
          order by i.batch_id desc), '[]')
        from policy_changes i join import_batches b on b.id = i.batch_id
        where i.policy_id = p.id and i.field in ('FirstName', 'LastName', 'DOB')),
      'older', (select coalesce(jsonb_agg(jsonb_build_object('book', b.month, 'firstName', o.first_name, 'lastName', o.last_name, 'dob', o.dob)
          order by o.batch_id), '[]')
        from older_versions o join import_batches b on b.id = o.batch_id where o.policy_id = p.id and o.first_name is not null)
      ) order by p.id), '[]')
    from policies p where p.id in (
      select q.id from policies q
      where q.carrier_id = r.carrier_id and policy_number_key(q.policy_number) = policy_number_key(${stated})
      union all
      select q.id from policies q
      where q.carrier_id = r.carrier_id and policy_number_key(q.member_id) in (policy_number_key(r.member_id), policy_number_key(${stated}))
      union all
      select q.id from policies q where q.carrier_id = r.carrier_id
        and policy_number_key(q.exchange_subscriber_id) in (policy_number_key(r.exchange_id), policy_number_key(${stated}))
      union all
      select q.id from policies q where q.dob = r.dob and q.carrier_id = r.carrier_id
      union all
      ${more}
    ))`
}

/** The candidate for the rules, with its insureds replayed backward from the newest file. */
export function candidateOf(row: CandidateRow): MatchCandidate {
  const { id: policyId, number, memberId, exchangeId, isInForce, isAgentOfRecord } = row
  return { policyId, number, memberId, exchangeId, isInForce, isAgentOfRecord, insureds: insuredsOf(row) }
}

export function insuredsOf({ firstName, lastName, dob, firstBook, changes, older }: CandidateRow): Insured[] {
  const monthOf = (book: string | null) => (book === null ? null : monthOfDay(book))
  const { first, later } = walkBack({ firstName, lastName, dob }, changes, earlier)
  const newestFirst = later.map(({ book, state }): Insured => ({ ...state, book: monthOf(book) }))
  const inOrder = [...newestFirst, { ...first, book: monthOf(firstBook) }].reverse()
  const olderInsureds = older.map(({ book, ...insured }) => ({ ...insured, book: monthOfDay(book) }))
  const byMonth = olderInsureds.reduce<Insured[]>(atItsBook, inOrder)
  return lastOfEachBook(named(byMonth.toReversed()).reverse())
}

/** If no file had named the insured yet, a later name is not a change of person. */
function named(newestFirst: readonly Insured[]): Insured[] {
  let known: Insured | undefined
  return newestFirst.map((insured) => {
    if (!isUnnamed(insured)) known = insured
    return known ? { ...insured, firstName: known.firstName, lastName: known.lastName } : insured
  })
}

function earlier(field: string, old: string | null): Partial<Omit<Insured, 'book'>> {
  if (field === 'FirstName') return { firstName: old ?? '' }
  if (field === 'LastName') return { lastName: old ?? '' }
  return { dob: old }
}
