import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Job, retryDelay, startJobs } from './start-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const failure = { category: 'Server', sentence: 'The work failed' } as const
const job = (given: Partial<Job> & Pick<Job, 'run'>): Job => ({ name: 'test.work', everyMs: 60_000, failure, ...given })
const start = (jobs: Job[], random = 0, report: (job: Job, error: unknown) => void = () => undefined) =>
  startJobs(jobs, { report, random: () => random })

test('a failing job is reported by name and retried with increasing delays until it succeeds', async () => {
  const reports: string[] = []
  const runs: number[] = []
  const work = job({
    firstAfterMs: 0,
    retryMs: 1_000,
    run: async () => {
      runs.push(Date.now() - begin)
      if (runs.length < 4) throw new Error(`run ${runs.length}`)
    },
  })
  const begin = Date.now()
  const jobs = start([work], 0, ({ name }, error) => reports.push(`${name}: ${String(error)}`))
  await vi.advanceTimersByTimeAsync(70_000)
  await jobs.stop()
  expect(runs).toEqual([0, 1_000, 3_000, 7_000, 67_000])
  expect(reports).toEqual(['test.work: Error: run 1', 'test.work: Error: run 2', 'test.work: Error: run 3'])
})

test('a failure that goes on is reported when it begins or changes, and again after ten minutes', async () => {
  const reports: string[] = []
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1_000)
  const work = job({
    everyMs: 5_000,
    retryMs: 5_000,
    firstAfterMs: 0,
    run: async () => {
      throw new Error(seconds() < 60 ? 'no name' : 'no answer')
    },
  })
  const jobs = start([work], 0, (_, error) => reports.push(`${seconds()} ${String(error)}`))
  await vi.advanceTimersByTimeAsync(700_000)
  await jobs.stop()
  expect(reports).toEqual(['0 Error: no name', '60 Error: no answer', '660 Error: no answer'])
})

test('a failing job is retried after at most its interval', () => {
  const delays = [1, 2, 3, 10, 2_000].map((failures) => retryDelay({ everyMs: 60_000 }, failures))
  expect(delays).toEqual([10_000, 20_000, 40_000, 60_000, 60_000])
  expect(retryDelay({ everyMs: 1_000 }, 1)).toBe(1_000)
})

test('runs of one job never overlap, and do not delay other jobs', async () => {
  let [running, largest, others] = [0, 0, 0]
  const slow = job({
    everyMs: 1_000,
    run: async () => {
      largest = Math.max(largest, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      running--
    },
  })
  const quick = job({ name: 'test.quick', everyMs: 1_000, run: async () => others++ })
  const jobs = start([slow, quick])
  await vi.advanceTimersByTimeAsync(20_500)
  expect(largest).toBe(1)
  expect(others).toBe(20)
  const stopped = jobs.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
})

test('a stop aborts the signal, waits for the run, finishes after all runs, and starts nothing more', async () => {
  const events: string[] = []
  const sealing = job({
    name: 'test.seal',
    run: async () => events.push('seal'),
    finish: async () => events.push('rest'),
  })
  const slow = job({
    firstAfterMs: 0,
    run: async (signal) => {
      events.push('run')
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      events.push(`run ended, ${signal.aborted ? 'told to' : 'not told'}`)
    },
  })
  const jobs = start([slow, sealing])
  await vi.advanceTimersByTimeAsync(1_000)
  const stopped = jobs.stop().then(() => events.push('stopped'))
  expect(jobs.stop()).toBe(jobs.stop())
  await vi.advanceTimersByTimeAsync(3_000)
  expect(events).toEqual(['run'])
  await vi.advanceTimersByTimeAsync(600_000)
  await stopped
  expect(events).toEqual(['run', 'run ended, told to', 'rest', 'stopped'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a run that a stop breaks off is not reported as failed; one that fails then is', async () => {
  const reports: string[] = []
  const counts: [string, boolean][] = []
  const waiting = job({
    firstAfterMs: 0,
    run: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const broken = job({
    name: 'test.broken',
    firstAfterMs: 0,
    run: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no database')))),
  })
  const jobs = startJobs([waiting, broken], {
    report: (_, error) => reports.push(String(error)),
    countRun: (name, succeeded) => counts.push([name, succeeded]),
    random: () => 0,
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await jobs.stop()
  expect(reports).toEqual(['Error: no database'])
  expect(counts).toEqual([['test.broken', false]])
})

test('a failing step of the stop is reported, and the others run', async () => {
  const events: string[] = []
  const broken = job({ run: async () => undefined, finish: () => Promise.reject(new Error('no database')) })
  const whole = job({ name: 'test.whole', run: async () => undefined, finish: async () => events.push('finished') })
  await start([whole, broken], 0, (_, error) => events.push(String(error))).stop()
  expect(events).toEqual(['Error: no database', 'finished'])
})

test('the first run waits for its delay, or for one interval, and up to a tenth longer', async () => {
  const runs: string[] = []
  const all = [
    job({ name: 'test.now', firstAfterMs: 0, run: async () => runs.push('now') }),
    job({ name: 'test.delayed', firstAfterMs: 10_000, run: async () => runs.push('delayed') }),
    job({ name: 'test.interval', run: async () => runs.push('interval') }),
  ]
  const jobs = start(all, 0.99)
  await vi.advanceTimersByTimeAsync(10_900)
  expect(runs).toEqual(['now'])
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toEqual(['now', 'delayed'])
  await vi.advanceTimersByTimeAsync(55_000)
  expect(runs.toSorted()).toEqual(['delayed', 'interval', 'now', 'now'])
  await jobs.stop()
})

test('two jobs of one name are refused', () => {
  const work = job({ run: async () => undefined })
  expect(() => start([work, work])).toThrow('Two background jobs are called test.work')
})
