import { cpus, totalmem } from 'node:os'
import { topologyNames } from '../topologies/topology-names.ts'
import type { RunSummary } from './run-summary.ts'

/** Text of docs/generated/chaos.md: exactly the runs that were made. */
export function chaosReport(results: readonly RunSummary[]): string {
  const broken = results.flatMap((result) => result.broken.map((sentence) => `- ${runName(result)}: ${sentence}`))
  return `${[
    '# Chaos runs',
    '',
    ...heading(results),
    '',
    '| Topology | Seed | Users | Operations | Acknowledged | Refused | Unknown | Faults | Longest time without writes | Broken promises | Commit | Load before |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
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
    ...inOrder(results).map((result) => `- ${runName(result)}: ${result.faults.join('; ')}.`),
  ].join('\n')}\n`
}

/** Whether a run kept all promises. */
export const isWhole = ({ broken }: Pick<RunSummary, 'broken'>): boolean => broken.length === 0

/** One line about a run, for the terminal. */
export function runLine(result: RunSummary): string {
  const { acknowledged, refused, unknown } = result.counts
  return `${runName(result)}: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${result.faults.length} faults, ${seconds(result.pause)} without writes at most, ${result.broken.length} broken promises`
}

function heading(results: readonly RunSummary[]): string[] {
  const seeds = [...new Set(results.map(({ settings }) => settings.seed))].sort((one, other) => one - other)
  const lengths = [...new Set(results.map(({ settings }) => settings.seconds))]
  const topologies = topologyNames.filter((name) => results.some(({ settings }) => settings.topology === name))
  const isAll = topologyNames.every((name) => {
    const whole = results.filter(({ settings }) => settings.topology === name && settings.seconds >= 120)
    return new Set(whole.map(({ settings }) => settings.seed)).size >= 20
  })
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() || process.arch
  return [
    `Written by \`npm run chaos\`, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: ${results.length} runs of ${lengths.join(' and ')} s, seeds ${seeds.join(', ')}, on ${topologies.join(', ')}. ${isAll ? 'This is the whole set.' : '**This is a part of the whole set**, which is 20 seeds × 3 topologies × 120 s.'}`,
    '',
    `${cpus().length} × ${model}, ${memory} GiB, ${process.platform}; users, proxies, nodes and databases share it. A row names its commit and the load of the machine before it. Node ${process.versions.node}. ${results.some(({ clockStood }) => clockStood) ? 'The clock was **not** stepped: libfaketime is missing.' : 'The clock of nodes was stepped by libfaketime, that of databases was not.'}`,
    '',
    'To replay a run: `npm run chaos -- --seed N --topology NAME --seconds S`. Its faults come at the same times and its users make the same choices; what they meet still depends on the machine. [reliability.md](../reliability.md) says what is promised, [decision 186](../decisions/186-chaos-runs.md) how it is checked.',
  ]
}

const inOrder = (results: readonly RunSummary[]) =>
  results.toSorted(
    ({ settings: one }, { settings: other }) =>
      topologyNames.indexOf(one.topology) - topologyNames.indexOf(other.topology) || one.seed - other.seed,
  )

function row(result: RunSummary): string {
  const { seed, topology, users } = result.settings
  const sums = sumsOf([result])
  return `| ${[topology, seed, users, ...sums, result.commit, result.load.toFixed(1)].join(' | ')} |`
}

const totals = (results: readonly RunSummary[]) => `| ${['**All**', '', '', ...sumsOf(results), '', ''].join(' | ')} |`

/** Cells from the operations to the broken promises. */
function sumsOf(results: readonly RunSummary[]): (string | number)[] {
  const sum = (count: (result: RunSummary) => number) => results.reduce((total, result) => total + count(result), 0)
  const outcomes = [
    sum(({ counts }) => counts.acknowledged),
    sum(({ counts }) => counts.refused),
    sum(({ counts }) => counts.unknown),
  ]
  const operations = outcomes.reduce((total, count) => total + count, 0)
  const pause = Math.max(...results.map((result) => result.pause))
  return [operations, ...outcomes, sum(({ done }) => done), seconds(pause), sum(({ broken }) => broken.length)]
}

/** How long kills of the embedded database and failovers took. */
function recoveries(results: readonly RunSummary[]): string[] {
  const kills = results
    .filter(({ settings }) => settings.topology === 'embedded')
    .flatMap(({ ready }) => ready.filter(({ kind }) => kind === 'kill database' || kind === 'kill both'))
    .map((kill) => kill.seconds)
  const failovers = results.flatMap((result) => result.failovers.map((ms) => ms / 1_000))
  const late = (values: readonly number[]) => values.filter((value) => value > maxSeconds).length
  return [
    `- Kills of the embedded database: ${kills.length}; ready again after ${spread(kills)}. ${late(kills)} took longer than ${maxSeconds} s.`,
    `- Promotions of the standby: ${failovers.length}; without writes for ${spread(failovers)}. ${late(failovers)} took longer than ${maxSeconds} s.`,
    ...results.flatMap((result) => result.notDone.map((text) => `- Not done in ${runName(result)}: ${text}.`)),
  ]
}

const maxSeconds = 30

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  const text = (value: number | undefined) => `${(value ?? 0).toFixed(1)} s`
  return sorted.length === 0 ? '–' : `${text(sorted[sorted.length >> 1])} (median), ${text(sorted.at(-1))} (max)`
}

const runName = ({ settings }: RunSummary) => `${settings.topology} ${settings.seed}`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
