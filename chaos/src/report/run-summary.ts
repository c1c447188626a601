import { faultText } from '../faults/fault-schedule.ts'
import { maxWritePause } from '../run/max-write-pause.ts'
import type { InjectedFault, RunResult, RunSettings } from '../run/run-settings.ts'
import type { Outcome } from '../users/operation.ts'

/** What a run says in the report: a set of runs can be made in several sittings, and their logs would be too long to keep. */
export interface RunSummary {
  settings: RunSettings
  /** Commit that the run was made of, and the load of the machine before it. */
  commit: string
  load: number
  counts: Record<Outcome, number>
  /** Faults that were injected. */
  done: number
  /** Longest time without an acknowledged write, in ms. */
  pause: number
  /** Seconds until ready again, for each kill of a node or its database, by the kind of fault. */
  ready: { kind: string; seconds: number }[]
  /** Milliseconds without writes, for each promotion. */
  failovers: number[]
  /** Texts of the faults, and of those that could not be injected. */
  faults: string[]
  notDone: string[]
  broken: string[]
  /** The clock could not be stepped: libfaketime is missing. */
  clockStood: boolean
}

/** Summary of a run, on the machine and commit that it was made on. */
export function runSummary(result: RunResult, { commit, load }: Pick<RunSummary, 'commit' | 'load'>): RunSummary {
  const { settings, faults, broken, clockStood } = result
  return {
    settings,
    commit,
    load,
    counts: countsOf(result),
    done: faults.filter(({ failure }) => failure === null).length,
    pause: maxWritePause(result.log, { from: 0, to: lastAnswer(result) }),
    ready: faults.flatMap(({ fault: { kind }, readySeconds: seconds }) =>
      seconds === null ? [] : [{ kind, seconds }],
    ),
    failovers: failoversOf(result),
    faults: faults.map(injectedText),
    notDone: faults.flatMap(({ fault, failure }) => (failure === null ? [] : [`${faultText(fault)}: ${failure}`])),
    broken,
    clockStood,
  }
}

function failoversOf(result: RunResult): number[] {
  return result.faults.flatMap(({ fault, at, failure }, index) => {
    if (fault.kind !== 'promote' || failure !== null) return []
    const next = Math.max(at + 1, result.faults[index + 1]?.at ?? lastAnswer(result))
    return [maxWritePause(result.log, { from: at, to: next })]
  })
}

function injectedText({ fault, readySeconds, failure }: InjectedFault): string {
  const ready = readySeconds === null ? '' : `, ready after ${readySeconds.toFixed(1)} s`
  return `${faultText(fault)}${failure === null ? ready : ', not done'}`
}

function countsOf({ log }: RunResult): Record<Outcome, number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0 }
  for (const { outcome } of log) counts[outcome]++
  return counts
}

/** Users stop some seconds after the last fault. */
const lastAnswer = ({ log }: RunResult) => log.reduce((latest, { until }) => Math.max(latest, until), 0)
