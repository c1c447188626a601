import { type DatabaseVictims, databaseVictims } from '@coverdesk/server/src/testing/faults/kill-database.ts'
import { randomOf } from '@coverdesk/server/src/testing/random-of.ts'
import type { TopologyName } from '../topologies/topology-names.ts'

/** What breaks, and when: milliseconds from the start of the run. */
export type Fault = { at: number } & (
  | { kind: 'kill application'; node: number }
  | { kind: 'kill database'; victims: DatabaseVictims }
  | { kind: 'kill both'; node: number }
  | { kind: 'cut clients'; node: number }
  | { kind: 'stall clients'; node: number; ms: number }
  | { kind: 'cut database'; node: number }
  | { kind: 'stall database'; node: number; ms: number }
  | { kind: 'step clock'; node: number; seconds: number }
  | { kind: 'fill disk'; ms: number }
  | { kind: 'kill standby' }
  | { kind: 'stall replication'; ms: number }
  /** `isolated`: the standby loses its primary first, which then crashes and restarts before it is lost. */
  | { kind: 'promote'; isolated: boolean }
)
export type FaultKind = Fault['kind']

/** How often each fault is drawn; what a topology doesn't name can't happen there. */
const weights: Record<TopologyName, Partial<Record<FaultKind, number>>> = {
  embedded: {
    'kill database': 5,
    'kill application': 2,
    'kill both': 2,
    'cut clients': 2,
    'stall clients': 1,
    'step clock': 2,
    'fill disk': 1,
  },
  'two-nodes': {
    'kill application': 4,
    'kill database': 3,
    'kill both': 2,
    'cut clients': 2,
    'stall clients': 1,
    'cut database': 2,
    'stall database': 2,
    'step clock': 2,
  },
  standby: {
    promote: 5,
    'kill database': 2,
    'kill application': 2,
    'kill standby': 2,
    'stall replication': 2,
    'cut clients': 1,
    'cut database': 1,
    'stall database': 1,
    'step clock': 1,
  },
}

const nodesOf: Record<TopologyName, number> = { embedded: 1, 'two-nodes': 2, standby: 2 }
/** A quiet start shows that the run works at all; after the last fault writes must come back before the end. */
const quiet = { firstMs: 3_000, lastMs: 8_000 }
/** A new standby is copied before the next promotion, and a full disk needs a restart. */
const pauseMs: Record<TopologyName, readonly [least: number, more: number]> = {
  embedded: [3_000, 6_000],
  'two-nodes': [2_500, 5_000],
  standby: [4_000, 7_000],
}

/** The faults of a run, in order: always the same for a seed, a topology and a length. */
export function faultSchedule(seed: number, topology: TopologyName, seconds: number): Fault[] {
  const random = randomOf(seed * 1_009 + Object.keys(weights).indexOf(topology))
  const [least, more] = pauseMs[topology]
  const faults: Fault[] = []
  for (let at = quiet.firstMs + random(2_000); at < seconds * 1_000 - quiet.lastMs; at += least + random(more))
    faults.push({ at, ...drawFault(topology, random) })
  return faults
}

type Random = (below: number) => number

type WithoutTime<One> = One extends { at: number } ? Omit<One, 'at'> : never

function drawFault(topology: TopologyName, random: Random): WithoutTime<Fault> {
  const kind = drawKind(topology, random)
  const node = random(nodesOf[topology])
  switch (kind) {
    case 'kill database':
      return { kind, victims: databaseVictims[random(databaseVictims.length)] ?? 'the postmaster' }
    case 'stall clients':
    case 'stall database':
      return { kind, node, ms: 1_000 + random(5_000) }
    case 'stall replication':
      return { kind, ms: 1_000 + random(5_000) }
    case 'step clock':
      return { kind, node, seconds: (random(2) === 0 ? 1 : -1) * (30 + random(570)) }
    case 'fill disk':
      return { kind, ms: 2_000 + random(4_000) }
    case 'kill standby':
      return { kind }
    case 'promote':
      return { kind, isolated: random(3) === 0 }
    default:
      return { kind, node }
  }
}

function drawKind(topology: TopologyName, random: Random): FaultKind {
  const kinds = faultKinds.flatMap((kind) => Array.from({ length: weights[topology][kind] ?? 0 }, () => kind))
  return kinds[random(kinds.length)] ?? 'cut clients'
}

const faultKinds: readonly FaultKind[] = [
  'kill application',
  'kill database',
  'kill both',
  'cut clients',
  'stall clients',
  'cut database',
  'stall database',
  'step clock',
  'fill disk',
  'kill standby',
  'stall replication',
  'promote',
]

/** A fault as a line of the report. */
export function faultText(fault: Fault): string {
  const { at, kind, ...details } = fault
  const more = Object.entries(details).map(([name, value]) => `${name} ${value}`)
  return `${(at / 1_000).toFixed(1)} s ${kind}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
}
