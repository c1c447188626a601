import { join } from 'node:path'
import { median, milliseconds, type Part, quantile } from '../run/figures.ts'
import { cpuNow } from '../run/processes.ts'
import { secretsOf } from '../run/secrets-of.ts'
import { type ServerUnderTest, startServer } from '../run/server-under-test.ts'
import { burst } from './burst.ts'
import { listRequests, type RequestKind } from './list-requests.ts'
import { type Mechanism, mechanisms } from './mechanisms.ts'

const rounds = 5
const connectionCounts = [1, 16]
const requests = 300
const warmUp = 600
const maxMs = 2_000
/** A mechanism stays when it improves one of the measures by so much. */
const worthwhile = 0.2

/** Cost of a page for a user and for the machine; for each, less is better. */
interface Cost {
  cpuMs: number
  p50: number
  p99: number
  /** Milliseconds from one page to the next; 1,000 divided by the pages per second. */
  interval: number
}
type Measure = keyof Cost
const measures = ['cpuMs', 'p50', 'p99', 'interval'] as const satisfies Measure[]

/**
 * Measures pages that were not requested before with each mechanism of lists and without it. Two servers on one database
 * take the same requests in turns. A policy changes before each burst, so that nothing cached is current.
 */
export async function measureMechanisms(host: ServerUnderTest, size: number): Promise<Part> {
  const part: Part = {
    figures: [],
    remarks: [
      `'Ours' is the product, 'limit' the product without the mechanism, the ratio how much the mechanism saves of CPU, p50, p99 and time per page. Medians of ${rounds} rounds of ${requests} requests.`,
    ],
  }
  const env = secretsOf(host)
  const kinds = await listRequests(host.owner)
  const product = await startServer(host.dataDir, size, { env })
  try {
    for (const mechanism of mechanisms) {
      const changed = await startServer(host.dataDir, size, {
        env: { ...env, BENCH_WITHOUT: mechanism.name },
        execArgv: ['--import', join(import.meta.dirname, 'run-without.ts')],
      })
      try {
        await compareKinds({ host, product, changed, mechanism, kinds, size }, part)
      } finally {
        await changed.stop()
      }
    }
  } finally {
    await product.stop()
  }
  return part
}

interface Comparison {
  host: ServerUnderTest
  product: ServerUnderTest
  changed: ServerUnderTest
  mechanism: Mechanism
  kinds: Record<string, RequestKind>
  size: number
}

async function compareKinds({ host, product, changed, mechanism, kinds, size }: Comparison, part: Part): Promise<void> {
  const token = await host.token('admin@demo.test')
  let sent = 0
  const cost = async (server: ServerUnderTest, connections: number, kind: string, count = requests): Promise<Cost> => {
    await host.owner.query('update policies set county = county where id = (select min(id) from policies)')
    const first = sent
    const before = cpuNow(host.pid, server.pid)
    const pathOf = (n: number) => (kinds[kind] ?? unknownKind(kind))(first + n)
    const { each, ms } = await burst({ url: server.url, token, connections, requests: count, maxMs, pathOf })
    return {
      cpuMs: (cpuNow(host.pid, server.pid) - before) / each.length,
      p50: quantile(each, 0.5),
      p99: quantile(each, 0.99),
      interval: ms / each.length,
    }
  }
  for (const kind of mechanism.kinds) {
    for (const server of [product, changed]) await cost(server, 16, kind, warmUp)
    for (const connections of connectionCounts) {
      const pairs: { product: Cost; changed: Cost }[] = []
      for (let round = 0; round < rounds; round++) {
        sent += requests
        pairs.push({
          product: await cost(product, connections, kind),
          changed: await cost(changed, connections, kind),
        })
      }
      const gains = measures.map((measure) =>
        median(pairs.map((pair) => 1 - pair.product[measure] / pair.changed[measure])),
      )
      const noise = measures.map((measure) => spread(pairs.map((pair) => pair.product[measure])))
      const text = (side: 'product' | 'changed') => formatCosts(pairs.map((pair) => pair[side]))
      const figure = {
        path: `${size.toLocaleString('en-US')} policies, ${connections === 1 ? '1 connection' : `${connections} connections`}, ${kind}: ${mechanism.name}`,
        ours: text('product'),
        limit: text('changed'),
        ratio: gains.map(percentOf).join(', '),
        aim: `≥ ${percentOf(worthwhile)} of one (noise ${noise.map(percentOf).join(', ')})`,
        holds: gains.some((gain) => gain >= worthwhile),
      }
      part.figures.push(figure)
      console.log(`  ${Object.values(figure).join(' | ')}`)
    }
  }
}

/** Half of the distance between the quartiles, relative to the median. */
function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
}

function formatCosts(costs: readonly Cost[]): string {
  const of = (measure: Measure) => median(costs.map((cost) => cost[measure]))
  return `${of('cpuMs').toFixed(2)} ms CPU, p50 ${milliseconds(of('p50'))}, p99 ${milliseconds(of('p99'))}, ${Math.round(1000 / of('interval'))}/s`
}

const percentOf = (share: number) => `${Math.round(share * 100)} %`

function unknownKind(kind: string): never {
  throw new Error(`No requests of kind ${kind}`)
}
