import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { lastOf, monthOf } from '../demo-calendar.ts'
import type { DemoRandom } from '../demo-random.ts'
import { type AgentOfRecord, agentOfRecord, signedInAgentId, strangerOfRecord } from '../people/demo-agents.ts'
import { demoAddress, demoEmail, demoPhone } from '../people/demo-people.ts'
import { batchMonth, type DemoBatch } from './demo-batches.ts'
import { type DemoPolicy, type DemoWorld, policyRandom } from './demo-policies.ts'

/** A field changed by a file; `field` is its canonical column, '' is empty. */
export interface FieldChange {
  field: string
  from: string
  to: string
}

type PlannedChange = [DemoBatch, FieldChange[]]

/** Changes of a policy by a later file. */
export interface DemoTouch {
  batch: DemoBatch
  line: number
  changes: FieldChange[]
}

/** History of a policy in its carrier's files. */
export interface DemoHistory {
  first: DemoBatch
  firstLine: number
  /** Oldest first; each in a different batch after `first`. */
  touches: DemoTouch[]
  /** Current agent of record, and the previous one if it changed in `batch`. */
  agent: AgentOfRecord
  agentSince: string
  earlier: { agent: AgentOfRecord; since: string; touch: DemoTouch } | null
  /** The file in which the policy is missing. */
  missing: DemoBatch | null
}

/** Assigns a line to each row that a file inserts or changes; policies must come in order of their ids. */
export type LineCounter = (batch: DemoBatch) => number

export function lineCounter(): LineCounter {
  const lines = new Map<number, number>()
  return ({ id }) => {
    const line = (lines.get(id) ?? 1) + 1
    lines.set(id, line)
    return line
  }
}

/** History of a policy that is consistent with its current state. The carrier must have files. */
export function demoHistory(world: DemoWorld, policy: DemoPolicy, nextLine: LineCounter): DemoHistory {
  const files = world.batchesByCarrier.get(policy.carrier.id) ?? []
  const first = files.find(({ loadedOn }) => loadedOn >= policy.submitted) ?? files.at(-1)
  if (!first) throw new Error(`${policy.carrier.name} has no files`)
  const firstLine = nextLine(first)
  const random = policyRandom(policy.id, 1)
  const later = files.slice(first.at + 1)
  const handed = handOver(random, policy, later)
  const planned: PlannedChange[] = [
    ...ending(policy, first, later),
    ...payment(random, policy, later),
    ...correction(random, policy, later),
  ]
  if (handed) planned.push([handed.batch, handed.changes])
  const touches = inOrder(planned, nextLine)
  const touch = touches.find(({ batch }) => batch === handed?.batch)
  return {
    first,
    firstLine,
    touches,
    agent: handed?.to ?? policy.agent,
    agentSince: handed ? batchMonth(handed.batch) : policy.effective,
    earlier: handed && touch ? { agent: policy.agent, since: policy.effective, touch } : null,
    missing: missingFrom(random, policy, later, touches),
  }
}

/** Two changes by the same file are on the same line. */
function inOrder(planned: readonly PlannedChange[], nextLine: LineCounter): DemoTouch[] {
  const byBatch = new Map<DemoBatch, FieldChange[]>()
  for (const [batch, changes] of planned) byBatch.set(batch, [...(byBatch.get(batch) ?? []), ...changes])
  return [...byBatch]
    .sort(([a], [b]) => a.at - b.at)
    .map(([batch, changes]) => ({ batch, line: nextLine(batch), changes }))
}

/** The first file after the end reports it; a policy that was imported after its end has no such change. */
function ending({ status, term }: DemoPolicy, first: DemoBatch, later: readonly DemoBatch[]): PlannedChange[] {
  const change =
    status === 'Terminated' && term > first.loadedOn ? later.find(({ loadedOn }) => loadedOn >= term) : undefined
  if (!change) return []
  const changes = [
    { field: 'TermDate', from: '', to: term },
    { field: 'PolicyStatus', from: 'Active', to: 'Terminated' },
  ]
  return [[change, changes]]
}

/** The newest file changed some paid-through dates of active policies. */
function payment(random: DemoRandom, policy: DemoPolicy, later: readonly DemoBatch[]): PlannedChange[] {
  const newest = later.at(-1)
  const { status, paidThrough, effective } = policy
  if (!newest || status !== 'Active' || paidThrough === '' || !random.chance(0.14)) return []
  const before = lastOf(monthOf(paidThrough) - 1)
  return [[newest, [{ field: 'PaidThroughDate', from: before > effective ? before : '', to: paidThrough }]]]
}

/** Occasional changes of address, phone, email or premium. */
function correction(random: DemoRandom, policy: DemoPolicy, later: readonly DemoBatch[]): PlannedChange[] {
  if (later.length === 0 || !random.chance(0.11)) return []
  const { person, place, premium, responsibility } = policy
  const kinds: readonly (() => FieldChange[])[] = [
    () => [{ field: 'Phone', from: demoPhone(random, place.areaCode), to: person.phone }],
    () => [{ field: 'Address', from: demoAddress(random), to: person.address }],
    () => [{ field: 'Email', from: demoEmail(random, person.firstName, person.lastName), to: person.email }],
    () => [
      { field: 'MonthlyPremium', from: cheaper(premium), to: premium },
      { field: 'MemberResponsibility', from: cheaper(responsibility), to: responsibility },
    ],
  ]
  const changes = random
    .pick(kinds)()
    .filter(({ from, to }) => from !== to)
  return changes.length > 0 ? [[random.pick(later), changes]] : []
}

function cheaper(amount: string): string {
  return amountOf(Math.round((cents(amount) ?? 0) * 0.94))
}

/** Some policies move to another agent, a quarter of those to another agency. */
function handOver(random: DemoRandom, policy: DemoPolicy, later: readonly DemoBatch[]) {
  const possible = later.filter((batch) => batchMonth(batch) > policy.effective)
  if (possible.length === 0 || !random.chance(0.03)) return null
  const batch = random.pick(possible)
  const to = random.chance(0.25) ? strangerOfRecord(random) : agentOfRecord(random)
  if (to.npn === policy.agent.npn) return null
  const changes = [
    { field: 'AgentNPN', from: policy.agent.npn, to: to.npn },
    { field: 'BrokerEffectiveDate', from: policy.effective, to: batchMonth(batch) },
  ]
  return { batch, to, changes }
}

/** A few policies are missing in later files, after all other changes; the agent who signs in has some in the newest ones. */
function missingFrom(
  random: DemoRandom,
  { agent }: DemoPolicy,
  later: readonly DemoBatch[],
  touches: readonly DemoTouch[],
): DemoBatch | null {
  const last = touches.at(-1)?.batch.at ?? -1
  const possible = later.filter(({ at }) => at > last)
  const isSignedIn = Number(agent.agentId) === signedInAgentId
  if (possible.length === 0 || !random.chance(isSignedIn ? 0.08 : 0.012)) return null
  return random.pick(isSignedIn ? possible.slice(-2) : possible)
}
