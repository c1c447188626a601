import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import { faultText } from '../faults/fault-schedule.ts'
import { maxWritePause } from '../run/max-write-pause.ts'
import type { InjectedFault, RunResult } from '../run/run-settings.ts'
import { topologyNames } from '../topologies/topology-names.ts'
import type { Outcome } from '../users/operation.ts'

/** Text of docs/generated/chaos.md: exactly the runs that were made. */
export function chaosReport(results: readonly RunResult[]): string {
  const broken = results.flatMap((result) => result.broken.map((sentence) => `- ${runName(result)}: ${sentence}`))
  return `${[
    '# Chaos runs',
    '',
    ...heading(results),
    '',
    '| Topology | Seed | Users | Operations | Acknowledged | Refused | Unknown | Faults | Longest time without writes | Broken promises |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...inOrder(results).map(row),
    totals(results),
    '',
    ...recoveries(results),
    '',
    '## Broken promises',
    '',
    ...(broken.length > 0 ? broken : ['None.']),
    '',
    '## Faults of each run',
    '',
    ...inOrder(results).map((result) => `- ${runName(result)}: ${result.faults.map(injectedText).join('; ')}.`),
  ].join('\n')}\n`
}

/** Whether a run kept all promises. */
export const isWhole = ({ broken }: RunResult): boolean => broken.length === 0

/** One line about a run, for the terminal. */
export function runLine(result: RunResult): string {
  const { acknowledged, refused, unknown } = countsOf([result])
  return `${runName(result)}: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${result.faults.length} faults, ${seconds(pauseOf(result))} without writes at most, ${result.broken.length} broken promises`
}

function heading(results: readonly RunResult[]): string[] {
  const seeds = [...new Set(results.map(({ settings }) => settings.seed))]
  const lengths = [...new Set(results.map(({ settings }) => settings.seconds))]
  const topologies = topologyNames.filter((name) => results.some(({ settings }) => settings.topology === name))
  const isAll =
    seeds.length >= 20 && topologies.length === topologyNames.length && lengths.every((length) => length >= 120)
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() || process.arch
  return [
    `Written by \`npm run chaos\`, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${startedFrom}: ${results.length} runs of ${lengths.join(' and ')} s, seeds ${seeds.join(', ')}, on ${topologies.join(', ')}. ${isAll ? 'This is the whole set.' : '**This is a part of the whole set**, which is 20 seeds × 3 topologies × 120 s.'}`,
    '',
    `${cpus().length} × ${model}, ${memory} GiB, ${process.platform}, with a load of ${loadBefore} before the runs; users, proxies, nodes and databases share it. Node ${process.versions.node}. ${results.some(({ clockStood }) => clockStood) ? 'The clock was **not** stepped: libfaketime is missing.' : 'The clock of nodes was stepped by libfaketime, that of databases was not.'}`,
    '',
    'To replay a run: `npm run chaos -- --seed N --topology NAME --seconds S`. Its faults come at the same times and its users make the same choices; what they meet still depends on the machine. [reliability.md](../reliability.md) says what is promised, [decision 186](../decisions/186-chaos-runs.md) how it is checked.',
  ]
}

const inOrder = (results: readonly RunResult[]) =>
  results.toSorted(
    ({ settings: one }, { settings: other }) =>
      topologyNames.indexOf(one.topology) - topologyNames.indexOf(other.topology) || one.seed - other.seed,
  )

function row(result: RunResult): string {
  const { seed, topology, users } = result.settings
  const { acknowledged, refused, unknown } = countsOf([result])
  const done = result.faults.filter(({ failure }) => failure === null).length
  const cells = [
    topology,
    seed,
    users,
    result.log.length,
    acknowledged,
    refused,
    unknown,
    done,
    seconds(pauseOf(result)),
  ]
  return `| ${[...cells, result.broken.length].join(' | ')} |`
}

function totals(results: readonly RunResult[]): string {
  const { acknowledged, refused, unknown } = countsOf(results)
  const sum = (count: (result: RunResult) => number) => results.reduce((total, result) => total + count(result), 0)
  const done = sum(({ faults }) => faults.filter(({ failure }) => failure === null).length)
  const longest = Math.max(...results.map(pauseOf))
  const cells = [
    '**All**',
    '',
    '',
    sum(({ log }) => log.length),
    acknowledged,
    refused,
    unknown,
    done,
    seconds(longest),
  ]
  return `| ${[...cells, sum(({ broken }) => broken.length)].join(' | ')} |`
}

/** How long kills of the embedded database and failovers took. */
function recoveries(results: readonly RunResult[]): string[] {
  const kills = results
    .filter(({ settings }) => settings.topology === 'embedded')
    .flatMap(({ faults }) => faults.filter(({ fault }) => fault.kind === 'kill database' || fault.kind === 'kill both'))
    .flatMap(({ readySeconds }) => readySeconds ?? [])
  const failovers = results.flatMap((result) =>
    result.faults.flatMap(({ fault, at, failure }, index) => {
      if (fault.kind !== 'promote' || failure !== null) return []
      const next = Math.max(at + 1, result.faults[index + 1]?.at ?? lastWrite(result))
      return [maxWritePause(result.log, { from: at, to: next }) / 1_000]
    }),
  )
  const late = (values: readonly number[]) => values.filter((value) => value > maxSeconds).length
  return [
    `- Kills of the embedded database: ${kills.length}; ready again after ${spread(kills)}. ${late(kills)} took longer than ${maxSeconds} s.`,
    `- Promotions of the standby: ${failovers.length}; without writes for ${spread(failovers)}. ${late(failovers)} took longer than ${maxSeconds} s.`,
    ...notInjected(results),
  ]
}

const maxSeconds = 30

function notInjected(results: readonly RunResult[]): string[] {
  const failures = results.flatMap((result) =>
    result.faults.flatMap(({ fault, failure }) =>
      failure === null ? [] : [`- Not done in ${runName(result)}: ${faultText(fault)}: ${failure}.`],
    ),
  )
  return failures
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  const text = (value: number | undefined) => `${(value ?? 0).toFixed(1)} s`
  return sorted.length === 0 ? '–' : `${text(sorted[sorted.length >> 1])} (median), ${text(sorted.at(-1))} (max)`
}

function injectedText({ fault, readySeconds, failure }: InjectedFault): string {
  const ready = readySeconds === null ? '' : `, ready after ${readySeconds.toFixed(1)} s`
  return `${faultText(fault)}${failure === null ? ready : ', not done'}`
}

function countsOf(results: readonly RunResult[]): Record<Outcome, number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0 }
  for (const { log } of results) for (const { outcome } of log) counts[outcome]++
  return counts
}

const runName = ({ settings }: RunResult) => `${settings.topology} ${settings.seed}`
const pauseOf = (result: RunResult) => maxWritePause(result.log, { from: 0, to: lastWrite(result) })
/** When the last answer came: users stop some seconds after the last fault. */
const lastWrite = ({ log }: RunResult) => Math.max(0, ...log.map(({ until }) => until))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Read when a run starts: work may go on during it. */
const startedFrom = commit()
const loadBefore = (loadavg()[1] ?? 0).toFixed(1)

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
