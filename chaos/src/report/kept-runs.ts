import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { RunSettings } from '../run/run-settings.ts'
import { topologyNames } from '../topologies/topology-names.ts'
import type { RunSummary } from './run-summary.ts'

const summary: z.ZodType<RunSummary> = z.object({
  settings: z.object({ seed: z.int(), topology: z.enum(topologyNames), seconds: z.int(), users: z.int() }),
  commit: z.string(),
  load: z.number(),
  counts: z.object({ acknowledged: z.int(), refused: z.int(), unknown: z.int() }),
  done: z.int(),
  pause: z.number(),
  ready: z.array(z.object({ kind: z.string(), seconds: z.number() })),
  failovers: z.array(z.number()),
  faults: z.array(z.string()),
  notDone: z.array(z.string()),
  broken: z.array(z.string()),
  clockStood: z.boolean(),
})

/** Runs that earlier sittings kept in a file, a line each; none without the file. */
export function readRuns(file: string): RunSummary[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => summary.parse(JSON.parse(line)))
}

/** Keeps runs for the next sitting. */
export function keepRuns(file: string, runs: readonly RunSummary[]): void {
  writeFileSync(file, runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
}

/** Runs that are not among the kept ones. */
export function missingRuns(wanted: readonly RunSettings[], kept: readonly RunSummary[]): RunSettings[] {
  const name = ({ seed, topology, seconds, users }: RunSettings) => `${topology} ${seed} ${seconds} ${users}`
  const made = new Set(kept.map(({ settings }) => name(settings)))
  return wanted.filter((settings) => !made.has(name(settings)))
}
