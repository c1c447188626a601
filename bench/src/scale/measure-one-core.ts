import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { listRequests } from '../mechanisms/list-requests.ts'
import { megabytes, milliseconds, type Part, quantile } from '../run/figures.ts'
import { familyOf, sharedMemoryOf } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const users = 10
const measuredSeconds = 30
const pauseMs = 500
const aim = 100

/** Pages of policies for ten users while server and PostgreSQL share one core; the load generator has the others. */
export async function measureOneCore(server: ServerUnderTest, size: number): Promise<Part> {
  const headers = { authorization: `Bearer ${await server.token('admin@demo.test')}` }
  const kinds = Object.entries(await listRequests(server.owner))
  let request = 0
  const page = async () => {
    const n = request++
    const began = performance.now()
    const [kind, pathOf] = kinds[n % kinds.length] ?? ['', () => '']
    const path = pathOf(Math.floor(n / kinds.length))
    const answer = await fetch(server.url + path, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return { kind, ms: performance.now() - began }
  }
  const rounds = (seconds: number) => {
    const end = performance.now() + seconds * 1_000
    const user = async () => {
      const pages: { kind: string; ms: number }[] = []
      for (; performance.now() < end; await pause(Math.random() * 2 * pauseMs)) pages.push(await page())
      return pages
    }
    return Promise.all(Array.from({ length: users }, user)).then((all) => all.flat())
  }
  pin(server.pid, '0')
  try {
    await rounds(10)
    const pages = await rounds(measuredSeconds)
    const times = pages.map(({ ms }) => ms)
    const slowest = [...Map.groupBy(pages, ({ kind }) => kind)]
      .map(([kind, ofKind]) => ({ kind, worst: Math.max(...ofKind.map(({ ms }) => ms)) }))
      .toSorted((a, b) => b.worst - a.worst)
      .slice(0, 3)
    const p99 = quantile(times, 0.99)
    const memory = sharedMemoryOf(server.pid)
    return {
      figures: [
        {
          path: `page of policies on one core, ${users} users, p99`,
          ours: milliseconds(p99),
          limit: '–',
          ratio: (p99 / aim).toFixed(2),
          aim: `≤ ${aim} ms`,
          holds: p99 <= aim,
        },
      ],
      remarks: [
        `${size.toLocaleString('en-US')} policies; server and PostgreSQL pinned to one core with taskset. Each user waits ${pauseMs} ms on average between pages, of filters that differ each time: ${times.length} pages in ${measuredSeconds} s, p50 ${milliseconds(quantile(times, 0.5))}, slowest ${slowest.map(({ kind, worst }) => `${kind} ${milliseconds(worst)}`).join(', ')}.`,
        `Memory after it: ${megabytes(memory.app)} server, ${megabytes(memory.database)} PostgreSQL.`,
      ],
    }
  } finally {
    pin(server.pid, `0-${cpus().length - 1}`)
  }
}

/** New processes and threads of these inherit it. */
function pin(appPid: number, cores: string): void {
  for (const pid of familyOf(appPid)) execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' })
}
