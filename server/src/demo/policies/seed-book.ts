import { copyRows } from '../../platform/db/bulk-load.ts'
import type { LentConnection } from '../../platform/db/connection.ts'
import { firstOf, lastOf, monthOf } from '../demo-calendar.ts'
import type { AgentOfRecord } from '../people/demo-agents.ts'
import { commissionMonths, type DemoBatch, filesPerCarrier } from './demo-batches.ts'
import { demoCommissions } from './demo-commissions.ts'
import { type DemoHistory, demoHistory, lineCounter } from './demo-history.ts'
import { type DemoPolicy, type DemoWorld, demoPolicy } from './demo-policies.ts'
import { type DemoStatement, demoStatements } from './demo-statements.ts'
import { unmatchedLines } from './unmatched-lines.ts'

/** Counts of a file's rows by outcome, by batch id. */
export type BatchCounts = Map<number, { fresh: number; changed: number; missing: number }>

type Row = readonly string[]
interface Entry {
  policy: DemoPolicy
  history: DemoHistory
}

/** Tables that seedBook fills. */
export const bookTables = ['policies', 'policy_changes', 'policy_marks', 'policy_agents', 'commission_lines']

/** The files of the policies, with their counts by batch id, and those of the commissions. */
export interface BookFiles {
  counts: BatchCounts
  statements: readonly DemoStatement[]
}

/** Inserts policies 1 to `size` with their history and commissions, and returns their files. */
export async function seedBook(
  client: LentConnection,
  world: DemoWorld,
  size: number,
  say: (line: string) => void,
): Promise<BookFiles> {
  const counts: BatchCounts = new Map(world.batches.map(({ id }) => [id, { fresh: 0, changed: 0, missing: 0 }]))
  const span = commissionMonths(world.today)
  const statements = demoStatements(world)
  const statedOf = unmatchedLines(firstOf(span.last))
  const rowsOf = (what: string, rows: (entry: Entry) => Iterable<Row>) => bookRows(world, { size, what, say }, rows)
  await copyRows(
    client,
    policyColumns,
    rowsOf('policies', (entry) => [policyRow(entry, counts)]),
  )
  await copyRows(client, changeColumns, rowsOf('changes', changeRows))
  await copyRows(client, markColumns, rowsOf('earlier states', markRows))
  await copyRows(client, agentColumns, rowsOf('earlier agents', agentRows))
  await copyRows(
    client,
    commissionColumns,
    rowsOf('commissions', (entry) => commissionRows(entry, span, { statements, statedOf })),
  )
  return { counts, statements: statements.all() }
}

const tellEvery = 250_000

/** Generates policies in order of their ids, so that line numbers are deterministic. */
function* bookRows(
  world: DemoWorld,
  { size, what, say }: { size: number; what: string; say: (line: string) => void },
  rowsOf: (entry: Entry) => Iterable<Row>,
): Generator<Row> {
  const nextLine = lineCounter()
  for (let id = 1; id <= size; id++) {
    const policy = demoPolicy(world, id)
    yield* rowsOf({ policy, history: demoHistory(world, policy, nextLine) })
    if (id % tellEvery === 0) say(`Demo ${what}: ${id.toLocaleString('en-US')} of ${size.toLocaleString('en-US')}`)
  }
}

const policyColumns = `policies (id, carrier_id, policy_number, first_name, last_name, dob, address, city, county, state,
  zip_code, email, phone, plan_name, number_of_members, agent_npn, agent_id, agent_since, broker_effective_date,
  effective_date, term_date, paid_through_date, monthly_premium, member_responsibility, status, member_id,
  exchange_subscriber_id, first_batch_id, last_batch_id, last_line, missing_since, missing_batch_id, created_at, updated_at)`

function policyRow({ policy, history }: Entry, counts: BatchCounts): Row {
  const { person, place } = policy
  const { first, touches, agent, missing } = history
  const last = touches.at(-1)
  count(counts, first, 'fresh')
  for (const { batch } of touches) count(counts, batch, 'changed')
  if (missing) count(counts, missing, 'missing')
  return [
    String(policy.id),
    String(policy.carrier.id),
    policy.number,
    person.firstName,
    person.lastName,
    person.dob,
    person.address,
    place.city,
    place.county,
    place.state,
    place.zip,
    person.email,
    person.phone,
    policy.plan,
    String(policy.members),
    agent.npn,
    agent.agentId,
    history.agentSince,
    history.agentSince,
    policy.effective,
    policy.term,
    paidThrough(policy, missing),
    policy.premium,
    policy.responsibility,
    policy.status,
    policy.memberId,
    policy.exchangeSubscriberId,
    String(first.id),
    String(last?.batch.id ?? first.id),
    String(last?.line ?? history.firstLine),
    missing?.loadedAt ?? '',
    missing ? String(missing.id) : '',
    first.loadedAt,
    (last?.batch ?? first).loadedAt,
  ]
}

/** The last file with the policy cannot know of premiums paid after it. */
function paidThrough({ effective, paidThrough }: DemoPolicy, missing: DemoBatch | null): string {
  if (!missing || paidThrough === '') return paidThrough
  const known = [paidThrough, lastOf(monthOf(missing.loadedOn) - 1)].sort()[0] ?? ''
  return known < effective ? '' : known
}

function count(counts: BatchCounts, { id }: DemoBatch, what: 'fresh' | 'changed' | 'missing'): void {
  const of = counts.get(id)
  if (of) of[what]++
}

const changeColumns = 'policy_changes (policy_id, batch_id, line, field, old_value, new_value, at)'

function changeRows({ policy, history }: Entry): Row[] {
  return history.touches.flatMap(({ batch, line, changes }) =>
    changes.map(
      ({ field, from, to }): Row => [
        String(policy.id),
        String(batch.id),
        String(line),
        field,
        from,
        to,
        batch.loadedAt,
      ],
    ),
  )
}

const markColumns = `policy_marks (batch_id, policy_id, changed, agent_id, agent_since, last_batch_id, last_line, updated_at)`

/** Previous state of a row for each change, which undoing the file restores. */
function markRows({ policy, history }: Entry): Row[] {
  const { first, firstLine, touches, earlier, agent, agentSince } = history
  return touches.map(({ batch }, at) => {
    const before = touches[at - 1] ?? { batch: first, line: firstLine }
    const current = earlier && batch.at <= earlier.touch.batch.at ? earlier : { agent, since: agentSince }
    return [
      String(batch.id),
      String(policy.id),
      't',
      current.agent.agentId,
      current.since,
      String(before.batch.id),
      String(before.line),
      before.batch.loadedAt,
    ]
  })
}

const agentColumns = 'policy_agents (policy_id, agent_npn, agent_id, held, batch_id, line)'

function agentRows({ policy, history: { earlier, agentSince } }: Entry): Row[] {
  if (!earlier) return []
  const { agent, since, touch } = earlier
  return [
    [
      String(policy.id),
      agent.npn,
      agent.agentId,
      `[${since},${agentSince})`,
      String(touch.batch.id),
      String(touch.line),
    ],
  ]
}

const commissionColumns = `commission_lines (carrier_id, policy_id, month, kind, members, amount, policy_number, insured_name,
  dob, member_id, agent_npn, agent_id, agent_by, batch_id, last_batch_id, last_line)`

/** The newest file of a carrier can be undone, so no commissions are paid on its new policies yet. */
function commissionRows(
  { policy, history }: Entry,
  span: { first: number; last: number },
  {
    statements,
    statedOf,
  }: { statements: ReturnType<typeof demoStatements>; statedOf: ReturnType<typeof unmatchedLines> },
): Row[] {
  if (history.first.at === filesPerCarrier - 1) return []
  const { person, number } = policy
  return demoCommissions(policy, span).flatMap(({ month, kind, members, amount }) => {
    const { npn, agentId } = payee(policy, history, month)
    if (agentId === '' && !hasStrayLines(policy)) return []
    if (history.missing && month >= firstUnpaid(policy, history.missing)) return []
    const { batchId, line } = statements.add(policy.carrier, month, amount)
    const stated = agentId === '' || kind === 'chargeback' ? null : statedOf(policy, month)
    return [
      [
        String(policy.carrier.id),
        stated ? '' : String(policy.id),
        month,
        kind,
        String(members),
        amount,
        stated?.number ?? number,
        stated?.name ?? `${person.firstName} ${person.lastName}`,
        stated?.dob ?? '',
        stated?.memberId ?? '',
        npn,
        agentId,
        agentId === '' ? '' : 'file',
        String(batchId),
        String(batchId),
        String(line),
      ],
    ]
  })
}

/** Agent whom the carrier pays for a month: the one of record, or still the one before after some of the changes. */
function payee({ id }: DemoPolicy, { agent, agentSince, earlier }: DemoHistory, month: string): AgentOfRecord {
  if (!earlier) return agent
  const isLate = id % 8 === 3 && month < firstOf(monthOf(agentSince) + 3)
  return month < agentSince || isLate ? earlier.agent : agent
}

/** First month without a commission of a policy that is missing from a file; some carriers pay two months too many. */
function firstUnpaid({ id }: DemoPolicy, missing: DemoBatch): string {
  return firstOf(monthOf(missing.loadedOn) + (id % 5 === 2 ? 2 : 0))
}

/** Carriers send the lines of another agency's policies to that agency; those of a few also come here by mistake. */
function hasStrayLines({ id }: DemoPolicy): boolean {
  return id % 40 === 7
}
