import { quantile } from './figures.ts'
import { cpuNow, scheduledMs } from './processes.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Cost of a call: CPU of server and PostgreSQL, and the time to its answer, in milliseconds. */
export interface CallCost {
  cpuMs: number
  /** PostgreSQL's part of it. */
  databaseMs: number
  p50: number
  p99: number
}

/** Sends `count` calls in sequence, after a tenth of them to warm up. */
export async function costOfCalls(
  server: ServerUnderTest,
  count: number,
  call: (n: number) => Promise<Response>,
): Promise<CallCost> {
  const send = async (n: number) => {
    const began = performance.now()
    const answer = await call(n)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    return performance.now() - began
  }
  for (let n = 0; n < count / 10; n++) await send(n)
  const before = { all: cpuNow(server.pid, server.pid), app: scheduledMs(server.pid) }
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await send(count + n))
  const all = cpuNow(server.pid, server.pid) - before.all
  return {
    cpuMs: all / count,
    databaseMs: (all - (scheduledMs(server.pid) - before.app)) / count,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
