import type { LogCategory } from '@coverdesk/domain/logs/log-levels.ts'

/** Work that is repeated in the background for as long as the server runs. */
export interface Job {
  /** Unique: `feature.work`, as error reports name it. */
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number
  /** Milliseconds until the first run; one interval unless stated. Up to a tenth is added, so that servers spread out. */
  firstAfterMs?: number
  /** Milliseconds until a failed run is tried again: doubles with each failure in a row, up to the interval. 10 s unless stated. */
  retryMs?: number
  /** The category of the log and the sentence that a failed run is reported with. */
  failure: { category: LogCategory; sentence: string }
  /** Does the work once. The signal aborts when the server stops, which waits for the run. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** The last step of a stop, taken when no job runs any more. */
  finish?: () => Promise<unknown>
}

export interface RunningJobs {
  /** Starts nothing more and waits for what is running. */
  stop: () => Promise<void>
}

export interface JobOptions {
  /** Receives what a run threw; the job itself goes on. */
  report: (job: Job, error: unknown) => void
  /** Between 0 and 1, for the spread of the first runs. */
  random?: () => number
}

/** Starts all jobs beside each other; two runs of one job never overlap. */
export function startJobs(jobs: readonly Job[], { report, random = Math.random }: JobOptions): RunningJobs {
  const twice = jobs.find(({ name }, index) => jobs.findIndex((other) => other.name === name) !== index)
  if (twice) throw new Error(`Two background jobs are called ${twice.name}`)
  const stopping = new AbortController()
  const { signal } = stopping

  async function attempt(job: Job, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    try {
      await work(signal)
      return true
    } catch (error) {
      report(job, error)
      return false
    }
  }

  async function repeat(job: Job): Promise<void> {
    const first = job.firstAfterMs ?? job.everyMs
    await pause(first * (1 + random() / 10), signal)
    let failures = 0
    while (!signal.aborted) {
      failures = (await attempt(job, job.run)) ? 0 : failures + 1
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

/** Milliseconds to wait after so many failures in a row. */
export function retryDelay({ everyMs, retryMs = 10_000 }: Pick<Job, 'everyMs' | 'retryMs'>, failures: number): number {
  return Math.min(everyMs, retryMs * 2 ** (failures - 1))
}

/** Waits without keeping the process alive; ends early when the signal aborts. */
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
