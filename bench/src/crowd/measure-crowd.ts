import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { megabytes, milliseconds, type Part, quantile, ratioFigure } from '../run/figures.ts'
import { memoryOf } from '../run/processes.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { listCalls } from './list-calls.ts'

const idle = 10_000
const measuredSeconds = 10

/** Latency of a list page while thousands of idle and slow clients hold connections (P-80). */
export async function measureCrowd(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  await listCalls(server, token, 2)
  const alone = await listCalls(server, token, measuredSeconds)
  const memoryBefore = memoryOf(server.pid)
  const crowd = fork(join(import.meta.dirname, 'crowd.ts'), [new URL(server.url).port, token, String(idle)])
  try {
    await once(crowd, 'message')
    // Excludes the connection burst and the start of the unread exports.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const openBefore = openFiles(server.pid)
    const during = await listCalls(server, token, measuredSeconds)
    const memory = memoryOf(server.pid) - memoryBefore
    // Long enough for the server to disconnect every first client.
    const later = [during, await listCalls(server, token, measuredSeconds * 4)].flat()
    crowd.send('how many')
    const [disconnects] = await once(crowd, 'message')
    return {
      figures: [
        ratioFigure(
          `p99 of a list page, 4 users, with ${idle.toLocaleString('en-US')} idle and 410 slow clients`,
          quantile(later, 0.99),
          quantile(alone, 0.99),
          2,
        ),
      ],
      remarks: [
        `Half of the idle clients never send a byte, the others keep a connection open after a call; 200 send headers slowly, 200 a body slowly, 10 leave an export unread; disconnected clients reconnect (${disconnects} in ${measuredSeconds * 5} s). The server had ${openBefore} open files and used ${megabytes(memory)} more memory.`,
        `Median alone ${milliseconds(quantile(alone, 0.5))}, with the crowd ${milliseconds(quantile(later, 0.5))}; worst ${milliseconds(Math.max(...alone))} and ${milliseconds(Math.max(...later))}. Limit: the same calls without the crowd.`,
      ],
    }
  } finally {
    crowd.kill('SIGKILL')
  }
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length
