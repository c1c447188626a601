import { parseArgs } from 'node:util'
import { type TopologyName, topologyNames } from '../topologies/topology-names.ts'
import type { RunSettings } from './run-settings.ts'

/** What the whole promise asks for (issue 17): `npm run chaos` without flags. */
const all = { seeds: 20, seconds: 120 }
/** A failover is tried under as many users as a large agency has at work. */
const usersOf: Record<TopologyName, number> = { embedded: 24, 'two-nodes': 24, standby: 200 }

export const usage = `npm run chaos [-- FLAG …]
  --seeds N            seeds 1 to N, ${all.seeds} by default
  --seed N             this seed alone, to replay a run
  --topologies A,B     of ${topologyNames.join(', ')}; all by default (also --topology A)
  --seconds N          length of a run, ${all.seconds} by default
  --users N            simulated users, by default ${topologyNames.map((name) => `${usersOf[name]} (${name})`).join(', ')}
  --resume             goes on with the set of the last report: makes only runs that it lacks
  --no-report          only prints; docs/generated/chaos.md stays as it is`

/** The runs that the flags ask for, seed by seed; throws with a sentence for a flag that makes no sense. */
export function readChaosFlags(args: readonly string[]): {
  runs: RunSettings[]
  writesReport: boolean
  resumes: boolean
} {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string' },
      users: { type: 'string' },
      topology: { type: 'string' },
      topologies: { type: 'string' },
      resume: { type: 'boolean' },
      'no-report': { type: 'boolean' },
    },
  })
  const count = (name: 'seeds' | 'seed' | 'seconds' | 'users') => {
    const text = values[name]
    if (text === undefined) return undefined
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--${name} must be a whole number from 1`)
    return Number(text)
  }
  const one = count('seed')
  const seeds = one === undefined ? Array.from({ length: count('seeds') ?? all.seeds }, (_, index) => index + 1) : [one]
  const named = (values.topologies ?? values.topology ?? topologyNames.join()).split(',')
  const topologies = named.map((name) => {
    const known = topologyNames.find((topology) => topology === name)
    if (!known) throw new Error(`There is no topology ${name}; there are ${topologyNames.join(', ')}`)
    return known
  })
  const [seconds, users] = [count('seconds') ?? all.seconds, count('users')]
  const runs = seeds.flatMap((seed) =>
    topologies.map((topology) => ({ seed, topology, seconds, users: users ?? usersOf[topology] })),
  )
  return { runs, writesReport: !values['no-report'], resumes: values.resume === true }
}
