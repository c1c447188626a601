import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import type { Holder, PolicyFacts, ReceivedLine } from '@coverdesk/domain/expected/policy-facts.ts'
import type { BookLoad } from '@coverdesk/domain/policies/presence-of.ts'
import { type RawBuilder, sql } from 'kysely'
import { arrayLiteral, quoted } from '../platform/db/bulk/array-literal.ts'
import { withPersonBefore } from './person-before.ts'
import { type PolicyHistory, versionsOf } from './versions-of.ts'

interface StoredPolicy extends PolicyHistory {
  id: number
  person: string
  paidThrough: string | null
  isBilled: boolean
  hasCredit: boolean
  npn: string | null
  agentId: number | null
  agentSince: string | null
  /** From the newest file that has it. */
  brokerSince: string | null
  earlier: { npn: string | null; agentId: number | null; from: string | null; until: string }[]
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

/** Fields of a policy that affect amounts, by their name in the history. */
const versioned = [
  'PolicyStatus',
  'TermDate',
  'EffectiveDate',
  'NumberOfMembers',
  'MonthlyPremium',
  'PlanName',
  'State',
  'CommissionEligible',
]
/** Fields that show that a number now belongs to another person. */
const naming = ['FirstName', 'LastName', 'DOB']

/**
 * Key under which a person's policies with one carrier are read together; it has an index. `linksOf` finds the person's
 * other keys.
 */
export const personKey = sql<string>`(coalesce(p.exchange_subscriber_id, p.member_id, p.id::text))`
/** SQL condition for the policies of these keys. */
export const hasKey = (keys: readonly string[]): RawBuilder<unknown> =>
  sql`${personKey} = any(${arrayLiteral(keys.map(quoted))}::text[])`

/** The agency's own NPN in a book does not name another agency's agent. */
const notAgencys = (npn: string) => sql<string | null>`nullif(${sql.ref(npn)}, (select s.npn from agency_settings s))`

/** Query of policies with their history and lines, by person. */
export const policyFactsQuery = (condition: RawBuilder<unknown>): RawBuilder<StoredPolicy> => sql<StoredPolicy>`
  select p.id, ${personKey} as person, p.effective_date as effective, p.term_date as term, p.status,
    p.number_of_members as members, p.monthly_premium as premium, p.plan_name as plan, p.state, p.commission_eligible as eligible, p.paid_through_date as "paidThrough",
    coalesce(p.member_responsibility, p.monthly_premium, 1) > 0 as "isBilled",
    coalesce(p.member_responsibility < p.monthly_premium, false) as "hasCredit", ${notAgencys('p.agent_npn')} as npn, p.agent_id as "agentId",
    p.agent_since as "agentSince", p.broker_effective_date as "brokerSince", p.first_name as "firstName", p.last_name as "lastName", p.dob,
    f.id as "firstBatch", f.month as "firstBook", m.id as "missingBatch",
    m.month as "missingBook",
    coalesce((select jsonb_agg(jsonb_build_object('batch', c.batch_id, 'book', b.month, 'field', c.field, 'old', c.old_value) order by c.batch_id desc)
      from policy_changes c join import_batches b on b.id = c.batch_id
      where c.policy_id = p.id and c.field = any(${[...versioned, ...naming]})), '[]') as changes,
    coalesce((select jsonb_agg(jsonb_build_object('batch', k.batch_id, 'book', b.month, 'missingBatch', n.id, 'missingBook', n.month)
        order by k.batch_id desc)
      from policy_marks k join import_batches b on b.id = k.batch_id left join import_batches n on n.id = k.missing_batch_id
      where k.policy_id = p.id and k.missing_since is not null and not b.is_older), '[]') as returns,
    coalesce((select jsonb_agg(jsonb_build_object('batch', o.batch_id, 'book', b.month, 'status', o.status, 'effective', o.effective_date, 'term', o.term_date,
        'members', o.number_of_members, 'premium', o.monthly_premium::text, 'plan', o.plan_name, 'state', o.state, 'eligible', o.commission_eligible,
        'firstName', coalesce(o.first_name, p.first_name), 'lastName', coalesce(o.last_name, p.last_name),
        'dob', case when o.first_name is null then p.dob else o.dob end) order by o.batch_id)
      from older_versions o join import_batches b on b.id = o.batch_id where o.policy_id = p.id), '[]') as older,
    coalesce((select jsonb_agg(jsonb_build_object('npn', ${notAgencys('h.agent_npn')}, 'agentId', h.agent_id, 'from', lower(h.held), 'until', upper(h.held))
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

/** Facts of a stored policy for the rules; `books` from `booksOf`. */
export function factsOf(policy: StoredPolicy, books: readonly BookLoad[]): PolicyFacts {
  const lines: StoredLine[] = JSON.parse(policy.lines)
  const facts = {
    id: policy.id,
    versions: versionsOf(policy, books),
    holders: holdersOf(policy),
    agentBegan: agentBeganOf(policy),
    paidThrough: policy.paidThrough,
    isBilled: policy.isBilled,
    hasCredit: policy.hasCredit,
    lines: lines.map(lineOf),
  }
  return withPersonBefore(facts)
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

/** If the newest file names no agent, there is none after the last one. */
function holdersOf({ earlier, agentSince, npn, agentId }: StoredPolicy): Holder[] {
  return [...earlier, { from: agentSince ?? earlier.at(-1)?.until ?? null, until: null, npn, agentId }]
}

/** A start from the files, not the start of the policy or of its first file. */
const agentBeganOf = ({ earlier, agentSince, brokerSince }: StoredPolicy) =>
  earlier.length === 0 && agentSince === brokerSince ? agentSince : null
