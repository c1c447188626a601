import { burst } from '../mechanisms/burst.ts'
import { listRequests } from '../mechanisms/list-requests.ts'
import { median, milliseconds, type Part, times } from '../run/figures.ts'
import { cpuNow, scheduledMs } from '../run/processes.ts'
import { secretsOf } from '../run/secrets-of.ts'
import { type ServerUnderTest, startServer } from '../run/server-under-test.ts'

const rounds = 15
const requests = 1_000
const connections = 16
const maxMs = 20_000
const maxRatio = 1.1

/**
 * CPU of a page of policies, server and PostgreSQL together, when one node answers all requests and when two nodes on the
 * same database answer half each: with counts that are cached, and after a policy changed, which each node counts again.
 */
export async function measureTwoNodes(host: ServerUnderTest, size: number): Promise<Part> {
  const second = await startServer(host.dataDir, size, { env: secretsOf(host) })
  try {
    const token = await host.token('admin@demo.test')
    const kinds = Object.values(await listRequests(host.owner))
    let sent = 0
    const pathOf = (n: number) => kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? ''
    const cost = async (nodes: readonly ServerUnderTest[], changed: boolean) => {
      if (changed)
        await host.owner.query('update policies set county = county where id = (select min(id) from policies)')
      const spent = () => cpuNow(host.pid, host.pid) + scheduledMs(second.pid)
      const before = spent()
      const answers = await Promise.all(
        nodes.map(({ url }, node) => {
          const first = sent + node
          return burst({
            url,
            token,
            connections: connections / nodes.length,
            requests: requests / nodes.length,
            maxMs,
            pathOf: (n) => pathOf(first + n * nodes.length),
          })
        }),
      )
      sent += requests
      return (spent() - before) / answers.flatMap(({ each }) => each).length
    }
    const part: Part = {
      figures: [],
      remarks: [
        `${size.toLocaleString('en-US')} policies, ${connections} connections in all, filters of ten kinds that differ each time; CPU of nodes and PostgreSQL. Medians of ${rounds} rounds of ${requests.toLocaleString('en-US')} pages, in turns.`,
      ],
    }
    for (const nodes of [[host], [host, second]]) await cost(nodes, true)
    for (const changed of [false, true]) {
      const one: number[] = []
      const two: number[] = []
      for (let round = 0; round < rounds; round++) {
        one.push(await cost([host], changed))
        two.push(await cost([host, second], changed))
      }
      const ratio = median(two) / median(one)
      part.figures.push({
        path: `CPU of a page of policies, two nodes and one${changed ? ', a policy changes before each round' : ''}`,
        ours: milliseconds(median(two)),
        limit: milliseconds(median(one)),
        ratio: times(ratio),
        aim: `≤ ${maxRatio} ×`,
        holds: ratio <= maxRatio,
      })
    }
    return part
  } finally {
    await second.stop()
  }
}
