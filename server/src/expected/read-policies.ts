import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import type { BookVersion, Holder, PolicyFacts, ReceivedLine } from '@coverdesk/domain/expected/policy-facts.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral, quoted } from '../platform/db/bulk/array-literal.ts'
import { lastOfEachBook } from './last-of-each-book.ts'
import { withPersonBefore } from './person-before.ts'

/** A changed field of a file, newest file first. */
interface StoredChange {
  batch: number
  book: string | null
  field: string
  old: string | null
  /** Of names and birth dates only. */
  new: string | null
}

interface StoredVersion {
  book: string
  status: string
  effective: string | null
  term: string | null
  members: number | null
  premium: string | null
  plan: string | null
  state: string | null
}

interface StoredPolicy {
  id: number
  person: string
  effective: string | null
  term: string | null
  status: string
  members: number | null
  premium: string | null
  plan: string | null
  state: string | null
  paidThrough: string | null
  isBilled: boolean
  hasCredit: boolean
  npn: string | null
  agentId: number | null
  agentSince: string | null
  /** Of the newest file that says it. */
  brokerSince: string | null
  firstBook: string | null
  missingBook: string | null
  changes: StoredChange[]
  /** Files in which it was back, with the file that it was missing from before. */
  returns: { batch: number; book: string | null; missingBook: string | null }[]
  /** What files say that were loaded after one of a later month. */
  older: StoredVersion[]
  earlier: { npn: string; agentId: number | null; from: string | null; until: string }[]
  /** JSON of StoredLine[]. */
  lines: string
}

type StoredLine = [
  id: number,
  month: string,
  cents: number,
  kind: string,
  npn: string | null,
  file: string | null,
  line: number | null,
  policyMonth: string | null,
  memberId: string | null,
]

/** Fields of a policy that the amounts depend on, by their name in the history. */
const versioned = [
  'PolicyStatus',
  'TermDate',
  'EffectiveDate',
  'NumberOfMembers',
  'MonthlyPremium',
  'PlanName',
  'State',
]
/** By which a number that another person has is known. */
const naming = ['FirstName', 'LastName', 'DOB']

/** Key by which a person's policies with one carrier are read together; it has an index. `linksOf` knows other keys of the person. */
export const personKey = sql<string>`(coalesce(p.exchange_subscriber_id, p.member_id, p.id::text))`
/** SQL condition for the policies of these keys. */
export const hasKey = (keys: readonly string[]): RawBuilder<unknown> =>
  sql`${personKey} = any(${arrayLiteral(keys.map(quoted))}::text[])`

/** Query of policies with their history and lines, by person. */
export const policyFactsQuery = (condition: RawBuilder<unknown>): RawBuilder<StoredPolicy> => sql<StoredPolicy>`
  select p.id, ${personKey} as person, p.effective_date as effective, p.term_date as term, p.status,
    p.number_of_members as members, p.monthly_premium as premium, p.plan_name as plan, p.state, p.paid_through_date as "paidThrough",
    coalesce(p.member_responsibility, p.monthly_premium, 1) > 0 as "isBilled",
    coalesce(p.member_responsibility < p.monthly_premium, false) as "hasCredit", p.agent_npn as npn, p.agent_id as "agentId",
    p.agent_since as "agentSince", p.broker_effective_date as "brokerSince", f.month as "firstBook", m.month as "missingBook",
    coalesce((select jsonb_agg(jsonb_build_object('batch', c.batch_id, 'book', b.month, 'field', c.field, 'old', c.old_value,
        'new', case when c.field = any(${naming}) then c.new_value end) order by c.batch_id desc)
      from policy_changes c join import_batches b on b.id = c.batch_id
      where c.policy_id = p.id and c.field = any(${[...versioned, ...naming]})), '[]') as changes,
    coalesce((select jsonb_agg(jsonb_build_object('batch', k.batch_id, 'book', b.month, 'missingBook', n.month) order by k.batch_id desc)
      from policy_marks k join import_batches b on b.id = k.batch_id left join import_batches n on n.id = k.missing_batch_id
      where k.policy_id = p.id and k.missing_since is not null), '[]') as returns,
    coalesce((select jsonb_agg(jsonb_build_object('book', b.month, 'status', o.status, 'effective', o.effective_date, 'term', o.term_date,
        'members', o.number_of_members, 'premium', o.monthly_premium::text, 'plan', o.plan_name, 'state', o.state) order by o.batch_id)
      from older_versions o join import_batches b on b.id = o.batch_id where o.policy_id = p.id), '[]') as older,
    coalesce((select jsonb_agg(jsonb_build_object('npn', h.agent_npn, 'agentId', h.agent_id, 'from', lower(h.held), 'until', upper(h.held))
        order by h.held) from policy_agents h where h.policy_id = p.id), '[]') as earlier,
    -- json: these are most of what is read, and jsonb takes half as long again.
    coalesce((select json_agg(json_build_array(l.id, l.month, (l.amount * 100)::bigint, l.kind, l.agent_npn,
        encode(b.file_hash, 'hex'), l.last_line, l.policy_month, policy_number_key(l.member_id)))
      from commission_lines l left join import_batches b on b.id = l.last_batch_id where l.policy_id = p.id), '[]') as lines
  from policies p
  left join import_batches f on f.id = p.first_batch_id
  left join import_batches m on m.id = p.missing_batch_id and p.missing_since is not null
  where ${condition}
  order by ${personKey}, p.id`

/** Facts of a stored policy as the rules read them. */
export function factsOf(policy: StoredPolicy): PolicyFacts {
  const lines: StoredLine[] = JSON.parse(policy.lines)
  const facts = {
    id: policy.id,
    versions: versionsOf(policy),
    holders: holdersOf(policy),
    agentBegan: agentBeganOf(policy),
    paidThrough: policy.paidThrough,
    isBilled: policy.isBilled,
    hasCredit: policy.hasCredit,
    lines: lines.map(lineOf),
  }
  return policy.changes.some(({ field }) => field === 'EffectiveDate') ? withPersonBefore(facts, policy.changes) : facts
}

function lineOf([id, month, amount, kind, npn, file, line, policyMonth, memberId]: StoredLine): ReceivedLine {
  return {
    id,
    statement: monthOfDay(month),
    policyMonth: policyMonth === null ? null : monthOfDay(policyMonth),
    amount,
    kind,
    npn,
    memberId,
    file: file ?? '',
    line: line ?? 0,
  }
}

function holdersOf({ earlier, agentSince, npn, agentId }: StoredPolicy): Holder[] {
  return [...earlier, { from: agentSince, until: null, npn, agentId }]
}

/** A start that the files name, not the one of the policy or of its first file. */
const agentBeganOf = ({ earlier, agentSince, brokerSince }: StoredPolicy) =>
  earlier.length === 0 && agentSince === brokerSince ? agentSince : null

/** Versions of a policy, oldest first, by walking its history back from what the newest file says. */
function versionsOf(policy: StoredPolicy): BookVersion[] {
  const { changes, returns, missingBook, firstBook } = policy
  const current: Omit<BookVersion, 'book'> = {
    isMissing: false,
    status: policy.status,
    effective: policy.effective,
    term: policy.term,
    members: policy.members,
    premium: policy.premium === null ? null : cents(policy.premium),
    plan: policy.plan,
    state: policy.state,
  }
  const newestFirst: BookVersion[] = []
  const add = (book: string | null, version: Omit<BookVersion, 'book'>) =>
    newestFirst.push({ ...version, book: book === null ? null : monthOfDay(book) })
  if (missingBook !== null) add(missingBook, { ...current, isMissing: true })
  const batches = [...new Set([...changes, ...returns].map(({ batch }) => batch))].sort((one, other) => other - one)
  let version = current
  for (const batch of batches) {
    const changed = changes.filter((change) => change.batch === batch)
    const back = returns.find((one) => one.batch === batch)
    add((back ?? changed[0])?.book ?? null, version)
    for (const { field, old } of changed) version = { ...version, ...earlierValue(field, old) }
    if (back?.missingBook) add(back.missingBook, { ...version, isMissing: true })
  }
  add(firstBook, version)
  return lastOfEachBook(policy.older.reduce(withOlder, newestFirst.reverse()))
}

/** Each at its book's place, which is not that of its load. */
function withOlder(versions: readonly BookVersion[], { book, premium, ...said }: StoredVersion): BookVersion[] {
  const month = monthOfDay(book)
  const after = versions.findIndex((version) => version.book !== null && version.book > month)
  const version = { ...said, book: month, isMissing: false, premium: premium === null ? null : cents(premium) }
  return versions.toSpliced(after < 0 ? versions.length : after, 0, version)
}

function earlierValue(field: string, old: string | null): Partial<BookVersion> {
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
    case 'State':
      return { state: old }
    default:
      return {}
  }
}
