import type { LogCategory } from '@coverdesk/domain/logs/log-levels.ts'

/** Result of a run that failed and has reported it: counted as failed, and repeated after the usual interval. */
export const reportedFailure = Symbol('reported failure')

/** Background job that repeats while the server runs. */
export interface Job {
  /** Unique name, `feature.work`, used in error reports. */
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number
  /** Milliseconds until the first run; default: one interval. Up to a tenth is added, to spread several servers. */
  firstAfterMs?: number
  /** Milliseconds until a failed run is retried; doubles with each consecutive failure, up to the interval. Default: 10 s. */
  retryMs?: number
  /** Log category and message of a failed run. */
  failure: { category: LogCategory; sentence: string }
  /** Runs once; resolves to `reportedFailure` or throws when it failed. The signal aborts when the server stops, which waits for the run. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** Runs at the end of a stop, after all jobs have ended. */
  finish?: () => Promise<unknown>
}

export interface RunningJobs {
  /** Stops starting runs and waits for the current ones. */
  stop: () => Promise<void>
}

export interface JobOptions {
  /** Receives the error of a run; the job continues. */
  report: (job: Job, error: unknown) => void
  /** Told of each run, for monitoring. */
  countRun?: (name: string, succeeded: boolean) => void
  /** Random number between 0 and 1, for the delay of the first run. */
  random?: () => number
}

/** A failure that goes on is reported again after this time: a job that runs every few seconds would bury all else in the log. */
const sameAgainAfterMs = 10 * 60_000

type Outcome = 'succeeded' | 'failed' | 'reported' | 'stopped'

/** Starts all jobs concurrently; runs of one job never overlap. */
export function startJobs(jobs: readonly Job[], { report, countRun, random = Math.random }: JobOptions): RunningJobs {
  const twice = jobs.find(({ name }, index) => jobs.findIndex((other) => other.name === name) !== index)
  if (twice) throw new Error(`Two background jobs are called ${twice.name}`)
  const stopping = new AbortController()
  const { signal } = stopping

  async function attempt(
    job: Job,
    work: (signal: AbortSignal) => Promise<unknown>,
    tell: typeof report = report,
  ): Promise<Outcome> {
    try {
      return (await work(signal)) === reportedFailure ? 'reported' : 'succeeded'
    } catch (error) {
      // The stop broke the run off, such as a request that waited for its answer: that is no failure to tell anybody.
      if (signal.aborted && error === signal.reason) return 'stopped'
      tell(job, error)
      return 'failed'
    }
  }

  /** Reports a failure unless the same one was reported within ten minutes. */
  function reportsOf(): typeof report {
    let told: { text: string; at: number } | null = null
    return (job, error) => {
      const text = String(error)
      if (told?.text === text && Date.now() - told.at < sameAgainAfterMs) return
      told = { text, at: Date.now() }
      report(job, error)
    }
  }

  async function repeat(job: Job): Promise<void> {
    const reportOnce = reportsOf()
    const first = job.firstAfterMs ?? job.everyMs
    await pause(first * (1 + random() / 10), signal)
    let failures = 0
    while (!signal.aborted) {
      const outcome = await attempt(job, job.run, reportOnce)
      if (outcome !== 'stopped') countRun?.(job.name, outcome === 'succeeded')
      failures = outcome === 'failed' ? failures + 1 : 0
      await pause(failures > 0 ? retryDelay(job, failures) : job.everyMs, signal)
    }
  }

  const loops = jobs.map(repeat)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    await Promise.all(loops)
    for (const job of jobs.toReversed()) if (job.finish) await attempt(job, job.finish)
  }
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Milliseconds to wait after a number of consecutive failures. */
export function retryDelay({ everyMs, retryMs = 10_000 }: Pick<Job, 'everyMs' | 'retryMs'>, failures: number): number {
  return Math.min(everyMs, retryMs * 2 ** (failures - 1))
}

/** Sleeps without keeping the process alive; resolves early when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds).unref()
    signal.addEventListener('abort', end)
  })
}
