import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { listRequests } from '../mechanisms/list-requests.ts'
import { megabytes, milliseconds, type Part, quantile, seconds } from '../run/figures.ts'
import { underLoad } from '../run/load.ts'
import { memoryDuring, memoryOf } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { listCalls } from './list-calls.ts'

const connections = 1_000
const overloadedSeconds = 30
const maxRecoveryMs = 10_000

/** Twice as many list pages a second as the server can answer (P-81): statuses, memory, and when it is normal again. */
export async function measureOverload(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  await listCalls(server, token, 2)
  const quiet = quantile(await listCalls(server, token, 5), 0.99)
  const kinds = Object.values(await listRequests(server.owner))
  const pathOf = (n: number) => kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? ''
  const load = { url: server.url, token, path: pathOf, pids: [server.pid] }
  // A server that has just started answers half as many.
  await underLoad(load)
  await underLoad(load)
  const { perSecond } = await underLoad(load)
  const before = memoryOf(server.pid)
  const { result, peak } = await memoryDuring(server.pid, () =>
    overload(server, token, pathOf, Math.round(perSecond * 2)),
  )
  const recovery = await untilNormal(server, token, quiet * 2)
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => ({ status, count }))
  const wrong = statuses.filter(({ status }) => !['200', '429', '503'].includes(status))
  const broken = wrong.reduce((sum, { count }) => sum + (count ?? 0), 0) + result.errors
  return {
    figures: [
      {
        path: `list pages at twice the capacity, ${connections.toLocaleString('en-US')} connections: answers that are not 200, 429 or 503`,
        ours: `${broken} of ${result.requests.total}`,
        limit: '–',
        ratio: '–',
        aim: 'none',
        holds: broken === 0,
      },
      {
        path: 'until p99 of a list page is at most twice the quiet one again',
        ours: seconds(recovery),
        limit: '–',
        ratio: (recovery / maxRecoveryMs).toFixed(2),
        aim: `≤ ${seconds(maxRecoveryMs)}`,
        holds: recovery <= maxRecoveryMs,
      },
    ],
    remarks: [
      `Capacity: ${Math.round(perSecond)} pages a second on 32 connections. For ${overloadedSeconds} s, twice as many were requested, of filters of ten kinds that differ each time; each connection waits for its response.`,
      `Answers: ${statuses.map(({ status, count }) => `${count} × ${status}`).join(', ')}; ${result.errors} without an answer within 10 s or on a broken connection. p50 ${milliseconds(result.latency.p50)}, p99 ${milliseconds(result.latency.p99)}.`,
      `Memory of the server: ${megabytes(before)} before, ${megabytes(peak)} at most.`,
    ],
  }
}

function overload(
  { url }: ServerUnderTest,
  token: string,
  pathOf: (n: number) => string,
  perSecond: number,
): Promise<autocannon.Result> {
  const headers = { authorization: `Bearer ${token}` }
  let sent = 0
  return autocannon({
    url,
    requests: [{ headers, setupRequest: (request: autocannon.Request) => ({ ...request, path: pathOf(sent++) }) }],
    connections,
    overallRate: perSecond,
    duration: overloadedSeconds,
  })
}

async function untilNormal(server: ServerUnderTest, token: string, normal: number): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < 10 * maxRecoveryMs) {
    const at = performance.now()
    const p99 = await listCalls(server, token, 1).then(
      (times) => quantile(times, 0.99),
      () => Number.POSITIVE_INFINITY,
    )
    if (p99 <= normal) return at - began
    await pause(100)
  }
  return Number.POSITIVE_INFINITY
}
