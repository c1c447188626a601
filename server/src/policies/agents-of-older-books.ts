import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { type AgentSaid, type AgentSpans, agentSpans } from '@coverdesk/domain/policies/agent-spans.ts'
import { type BookLoad, presenceOf } from '@coverdesk/domain/policies/presence-of.ts'
import { type FileChange, walkBack } from '@coverdesk/domain/policies/walk-back.ts'
import { sql } from 'kysely'
import { wholeBooks } from '../expected/versions-of.ts'
import type { Db } from '../platform/db/database.ts'

/** Policies per round, so that memory use does not grow with the file. */
const policiesAtOnce = 2_000

interface Said {
  batch: number
  book: string
  npn: string | null
  broker: string | null
  effective: string | null
}

interface StoredPolicy extends Omit<Said, 'batch' | 'book'> {
  id: number
  since: string | null
  firstBatch: number
  firstBook: string
  missingBatch: number | null
  returns: { batch: number; missingBatch: number | null }[]
  /** Newest file first. */
  changes: FileChange[]
  older: Said[]
  earlier: { npn: string; from: string; until: string }[]
}

/**
 * Corrects earlier agents of record after an older file is loaded, as if the files had been loaded in month order. The
 * present agent stays (decision 314).
 */
export async function insertAgentsOfOlder(db: Db, batchId: number): Promise<void> {
  const { rows } = await sql<{ carrierId: number; ids: number[] }>`
    select p.carrier_id as "carrierId", jsonb_agg(p.id order by p.id) as ids
    from older_versions o join policies p on p.id = o.policy_id
    join import_batches b on b.id = o.batch_id join import_batches f on f.id = p.first_batch_id
    where o.batch_id = ${batchId} and o.says_agent and (
      exists (select from older_versions e where e.policy_id = p.id and e.says_agent and e.agent_npn is distinct from p.agent_npn)
      or exists (select from policy_agents h where h.policy_id = p.id)
      or b.month <= f.month and coalesce(o.broker_effective_date, o.effective_date, b.month) is distinct from p.agent_since)
    group by 1`.execute(db)
  const [found] = rows
  if (!found) return
  const { carrierId, ids } = found
  const books = await wholeBooks(db, carrierId)
  for (let from = 0; from < ids.length; from += policiesAtOnce) {
    const changed = (await storedPolicies(db, ids.slice(from, from + policiesAtOnce))).flatMap((policy) => {
      const spans = agentSpans(saidOf(policy, books))
      return textOf(spans) === textOf(policy) ? [] : [{ id: policy.id, ...spans }]
    })
    if (changed.length > 0) await writeAgents(db, batchId, changed)
  }
}

const textOf = ({ earlier, since }: AgentSpans) =>
  [...earlier.flatMap(({ npn, from, until }) => [npn, from, until]), since ?? ''].join(' ')

async function storedPolicies(db: Db, ids: readonly number[]): Promise<StoredPolicy[]> {
  const { rows } = await sql<StoredPolicy>`
    select p.id, p.agent_npn as npn, p.broker_effective_date as broker, p.effective_date as effective, p.agent_since as since,
      f.id as "firstBatch", f.month as "firstBook", p.missing_batch_id as "missingBatch",
      coalesce((select jsonb_agg(jsonb_build_object('batch', k.batch_id, 'missingBatch', k.missing_batch_id))
        from policy_marks k join import_batches b on b.id = k.batch_id
        where k.policy_id = p.id and k.missing_since is not null and not b.is_older), '[]') as returns,
      coalesce((select jsonb_agg(jsonb_build_object('batch', c.batch_id, 'book', b.month, 'field', c.field, 'old', c.old_value)
          order by c.batch_id desc)
        from policy_changes c join import_batches b on b.id = c.batch_id
        where c.policy_id = p.id and c.field in ('AgentNPN', 'BrokerEffectiveDate', 'EffectiveDate')), '[]') as changes,
      coalesce((select jsonb_agg(jsonb_build_object('batch', o.batch_id, 'book', b.month, 'npn', o.agent_npn,
          'broker', o.broker_effective_date, 'effective', o.effective_date))
        from older_versions o join import_batches b on b.id = o.batch_id where o.policy_id = p.id and o.says_agent), '[]') as older,
      coalesce((select jsonb_agg(jsonb_build_object('npn', h.agent_npn, 'from', lower(h.held), 'until', upper(h.held)) order by h.held)
        from policy_agents h where h.policy_id = p.id), '[]') as earlier
    from policies p join import_batches f on f.id = p.first_batch_id where p.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/**
 * Agent of record according to each file, in month order. For files loaded in order, the history is replayed backward
 * from the newest one.
 */
function saidOf(policy: StoredPolicy, books: readonly BookLoad[]): [AgentSaid, ...AgentSaid[]] {
  const { npn, broker, effective, firstBatch: batch, firstBook: book } = policy
  const states = walkBack({ npn, broker, effective }, policy.changes, earlierAgent)
  const first = { ...states.first, batch, book }
  const changed = states.later.map((said) => ({ ...said.state, batch: said.batch, book: said.book ?? book }))
  const isIn = presenceOf(policy, books)
  const unchanged = books
    .filter((load) => !load.isOlder && load.batch !== batch && isIn(load.batch))
    .map((load) => ({
      ...(changed.find((one) => one.batch <= load.batch) ?? first),
      batch: load.batch,
      book: load.month,
    }))
  const [oldest = first, ...later] = [...policy.older, ...changed, ...unchanged, first].sort(
    (one, other) => monthOfDay(one.book) - monthOfDay(other.book) || one.batch - other.batch,
  )
  return [agentSaid(oldest), ...later.map(agentSaid)]
}

function earlierAgent(field: string, old: string | null): Partial<Pick<Said, 'npn' | 'broker' | 'effective'>> {
  if (field === 'AgentNPN') return { npn: old }
  return field === 'EffectiveDate' ? { effective: old } : { broker: old }
}

const agentSaid = ({ book, npn, broker, effective }: Said): AgentSaid => ({
  book: monthOfDay(book),
  npn,
  broker,
  effective,
})

async function writeAgents(db: Db, batchId: number, policies: readonly ({ id: number } & AgentSpans)[]): Promise<void> {
  const ids = policies.map(({ id }) => id)
  await sql`
    update older_versions o set agents_before = jsonb_build_object('since', p.agent_since, 'earlier', coalesce((
      select jsonb_agg(to_jsonb(h)) from policy_agents h where h.policy_id = p.id), '[]'))
    from policies p where p.id = o.policy_id and o.batch_id = ${batchId} and p.id = any(${ids}::bigint[])`.execute(db)
  await sql`delete from policy_agents where policy_id = any(${ids}::bigint[])`.execute(db)
  await sql`
    insert into policy_agents (policy_id, agent_npn, agent_id, held, batch_id)
    select r.id, h.npn, a.id, daterange(h."from", h.until), ${batchId}
    from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb) as r (id bigint, earlier jsonb)
    cross join lateral jsonb_to_recordset(r.earlier) as h (npn text, "from" date, until date)
    left join agents a on a.npn = h.npn`.execute(db)
  await sql`
    update policies p set agent_since = r.since
    from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb) as r (id bigint, since date)
    where p.id = r.id and p.agent_since is distinct from r.since`.execute(db)
}

/** Restores the agents of record that an older file changed. */
export async function restoreAgents(db: Db, batchId: number): Promise<void> {
  const changed = sql`older_versions o where o.batch_id = ${batchId} and o.agents_before is not null`
  await sql`delete from policy_agents h where h.policy_id in (select o.policy_id from ${changed})`.execute(db)
  await sql`
    insert into policy_agents overriding system value select h.* from (select o.agents_before as before from ${changed}) o
    cross join lateral jsonb_populate_recordset(null::policy_agents, o.before -> 'earlier') h`.execute(db)
  await sql`
    update policies p set agent_since = (o.agents_before ->> 'since')::date from ${changed} and p.id = o.policy_id`.execute(
    db,
  )
}
