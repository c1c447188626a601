import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { atMost, megabytes, milliseconds, type Part, quantile } from './figures.ts'
import { memoryOf } from './processes.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const idle = 10_000
const callers = 4
const measuredSeconds = 10

/** What a page of the list costs people while thousands of idle and slow clients hold connections (P-80). */
export async function measureCrowd(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  await callsOf(server, token, 2)
  const alone = await callsOf(server, token, measuredSeconds)
  const memoryBefore = memoryOf(server.pid)
  const crowd = fork(join(import.meta.dirname, 'crowd.ts'), [new URL(server.url).port, token, String(idle)])
  try {
    await once(crowd, 'message')
    // What the exports that nobody reads have made so far, and the arrival of so many, is no waiting.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const held = openFiles(server.pid)
    const during = await callsOf(server, token, measuredSeconds)
    const memory = memoryOf(server.pid) - memoryBefore
    // Long enough that all who came first are shown out and replaced.
    const later = [during, await callsOf(server, token, measuredSeconds * 4)].flat()
    crowd.send('how many')
    const [out] = await once(crowd, 'message')
    return {
      figures: [
        atMost(
          `p99 of a list page, ${callers} people, beside ${idle.toLocaleString('en-US')} idle and 410 slow clients`,
          quantile(later, 0.99),
          quantile(alone, 0.99),
          2,
        ),
      ],
      remarks: [
        `Half of the idle ones never said a word, the others keep a connection after a call; 200 drip headers, 200 a body, 10 leave an export unread; who is shown out comes back (${out} did, in ${measuredSeconds * 5} s). The server held ${held} files open and ${megabytes(memory)} more memory.`,
        `Median alone ${milliseconds(quantile(alone, 0.5))}, with the crowd ${milliseconds(quantile(later, 0.5))}; worst ${milliseconds(Math.max(...alone))} and ${milliseconds(Math.max(...later))}. Limit: the same calls without the crowd.`,
      ],
    }
  } finally {
    crowd.kill('SIGKILL')
  }
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** Milliseconds of each call of so many people, each of whom asks as soon as the last answer is there. */
async function callsOf(server: ServerUnderTest, token: string, seconds: number): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + seconds * 1_000
  const person = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      const answer = await fetch(server.url + policies.list.path, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`A list page answered ${answer.status}`)
      await answer.text()
      took.push(performance.now() - began)
      // People do not keep a server busy: what is measured is waiting, not work.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await Promise.all(Array.from({ length: callers }, person))
  return took
}
