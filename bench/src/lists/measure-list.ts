import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { type Figure, interleaved, median, type Part, percent, ratioFigure, timed } from '../run/figures.ts'
import { type Load, underLoad } from '../run/load.ts'
import { freePort, type ServerUnderTest } from '../run/server-under-test.ts'

const year = new Date().getFullYear()

/** The list under load compared with bare Fastify + pg, the cost of the exact total, and a deep page compared with a late join. */
export async function measureList(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const bare = await startBare(server)
  try {
    const { prefix, state, carrier, hits } = await typicalFilters(server)
    const ours = (path: Load['path']) => underLoad({ url: server.url, token, path, pids: [server.pid] })
    const limit = (path: Load['path']) => underLoad({ url: bare.url, path, pids: [server.pid, bare.pid] })
    const byTwo = `/filtered?year=${year}&from=${state}&to=${carrier}`
    const first = await both(
      () => ours(policies.list.path),
      () => limit(`/first?year=${year}`),
    )
    const range = await both(
      () => ours((n) => `${policies.list.path}?sort=policyNumber&policyNumber=${neverRequested(prefix, n)}`),
      () => limit((n) => `/prefix?year=${year}&from=${neverRequested(prefix, n)}&to=${neverRequested(prefix, n)}~`),
    )
    const total = await both(
      () => ours((n) => `${policies.list.path}?state=${state}&carrier=${carrier}&pageNumber=${1 + (n % 100)}`),
      () => limit(byTwo),
    )
    const agent = await underLoad({
      url: server.url,
      token: await server.token('agent@demo.test'),
      path: policies.list.path,
      pids: [server.pid],
    })
    return {
      figures: [
        againstBare('list page, a prefix that was not requested before, with exact total', range, { share: 0.6 }),
        againstBare('list page as it opens, signed in, with exact total', first, { share: 0.6 }),
        againstBare(
          `list page with exact total, state + carrier (${hits} hits), pages 1 to 100, against a page without total`,
          total,
          {
            share: 0.6,
          },
        ),
        await deepPage(server, token),
      ],
      remarks: [
        'Limit of a page: Fastify + pg in a process of its own, the same columns and joins, prefix as a range, pool of 12, no session, no rights, no total. 32 connections, 10 rows.',
        `CPU of a page relative to the bare server: ${[range, first, total].map(({ ours, limit }) => (ours.cpuMs / limit.cpuMs).toFixed(2)).join(', ')} ×. No page is cached; totals are, until a policy changes.`,
        `The same list as an agent with an own book of business: ${show(agent)}.`,
      ],
    }
  } finally {
    bare.stop()
  }
}

type Loaded = Awaited<ReturnType<typeof underLoad>>
interface Pair {
  ours: Loaded
  limit: Loaded
}

async function both(ours: () => Promise<Loaded>, limit: () => Promise<Loaded>): Promise<Pair> {
  const runs: Pair[] = []
  for (let run = 0; run < 3; run++) runs.push({ limit: await limit(), ours: await ours() })
  const middle = (side: keyof Pair): Loaded => ({
    perSecond: median(runs.map((run) => run[side].perSecond)),
    cpuMs: median(runs.map((run) => run[side].cpuMs)),
  })
  return { ours: middle('ours'), limit: middle('limit') }
}

const show = ({ perSecond, cpuMs }: Loaded) => `${Math.round(perSecond)} req/s, ${cpuMs.toFixed(3)} ms CPU`

function againstBare(path: string, { ours, limit }: Pair, aim: { share: number }): Figure {
  const share = ours.perSecond / limit.perSecond
  return {
    path,
    ours: show(ours),
    limit: show(limit),
    ratio: percent(share),
    aim: `≥ ${percent(aim.share)} of req/s`,
    holds: share >= aim.share,
  }
}

async function deepPage(server: ServerUnderTest, token: string): Promise<Figure> {
  const { rows } = await server.owner.query<{ pages: number }>('select count(*)::int / 10 as pages from policies')
  const number = Math.min(50_000, rows[0]?.pages ?? 1)
  const headers = { authorization: `Bearer ${token}` }
  let page = number
  const request = async () =>
    (await fetch(`${server.url}${policies.list.path}?pageNumber=${page--}`, { headers })).text()
  let joined = number
  const lateJoin = () =>
    server.owner.query(`
      with ids as materialized (select id from policies order by sort_name, id limit 10 offset ${(joined-- - 1) * 10})
      select p.* from ids join policies p using (id) order by p.sort_name, p.id`)
  await request()
  const { ours, limit } = await interleaved(
    9,
    () => timed(request),
    () => timed(lateJoin),
  )
  return ratioFigure(`page ${number.toLocaleString('en-US')}`, ours, limit, 3)
}

/** A prefix of policy numbers with about a thousand hits, and a combination of state and carrier that many policies have. */
async function typicalFilters({ owner }: ServerUnderTest) {
  const { rows } = await owner.query<{ prefix: string; state: string; carrier: number; hits: string }>(`
    select prefix, state, carrier, hits from
      (select left(plain_text(policy_number), length) as prefix from policies, generate_series(2, 9) as length
        where id % 10 = 1 group by 1 order by abs(count(*) - 100), 1 limit 1) prefixes,
      (select state, carrier_id::int as carrier, to_char(count(*), 'FM999,999,999') as hits
        from policies where state is not null group by state, carrier_id order by count(*) desc offset 5 limit 1) pairs`)
  return rows[0] ?? { prefix: 'u', state: 'FL', carrier: 1, hits: '0' }
}

/** A different prefix for each `n`, which replaces the last digits. */
const neverRequested = (prefix: string, n: number) => `${prefix.slice(0, -2)}${String(n).padStart(6, '0')}`

async function startBare({ owner }: ServerUnderTest): Promise<{ url: string; pid: number; stop: () => void }> {
  const port = await freePort()
  const { connectionString } = owner.options
  const child = fork(join(import.meta.dirname, 'bare-list-server.ts'), [String(port), connectionString ?? ''])
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() }
}
