import { setTimeout as wait } from 'node:timers/promises'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import type pg from 'pg'
import { type Figure, milliseconds, type Part, quantile, timed } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { searchTermsOfPeople, type TypedSearchTerm } from './search-terms-of-people.ts'
import { seedPeople } from './seed-people.ts'

const people = 300_000
const aim = 50
/** One client without pauses, and four users who type: the palette sends a request after a pause of so many milliseconds. */
const clients = [
  { lines: 1, pause: 0, how: 'in sequence' },
  { lines: 4, pause: 120, how: 'four users typing' },
]
const rounds = 3
const warmUp = 40
/** The number of agents whose records the third user may see. */
const several = 8

interface Measured extends TypedSearchTerm {
  ms: number
  round: number
}

/**
 * Global search with terms that are each sent once: as an administrator, as an agent with an own book of business, and as
 * one who may see the records of eight agents. All of them may read every kind that agents may.
 */
export async function measureEverywhere(server: ServerUnderTest): Promise<Part> {
  await seedPeople(server.owner, people)
  const figures: Figure[] = []
  const remarks: string[] = [
    `${people.toLocaleString('en-US')} contacts, customers, leads and applications of each kind.`,
  ]
  for (const { who, user, agentIds } of await usersOf(server.owner)) {
    const token = await server.token(user)
    const terms = await searchTermsOfPeople(server.owner, agentIds)
    await sendAll(server.url, token, terms.splice(0, warmUp), clients[0])
    for (const [turn, asker] of clients.entries()) {
      const own = terms.filter((_, index) => index % clients.length === turn)
      const requests = await sendAll(server.url, token, own, asker)
      figures.push(figureOf(who, asker.how, requests))
      remarks.push(remarkOn(who, asker.how, requests))
    }
  }
  return { figures, remarks }
}

function figureOf(who: string, how: string, requests: readonly Measured[]): Figure {
  const perRound = Array.from({ length: rounds }, (_, round) =>
    quantile(
      requests.filter((request) => request.round === round).map(({ ms }) => ms),
      0.99,
    ),
  ).toSorted((a, b) => a - b)
  const p99 = perRound[1] ?? 0
  return {
    path: `global search, ${who}, ${requests.length} search terms, each sent once, ${how}, p99`,
    ours: milliseconds(p99),
    limit: '–',
    ratio: (p99 / aim).toFixed(2),
    aim: `≤ ${aim} ms`,
    holds: p99 <= aim,
  }
}

function remarkOn(who: string, how: string, requests: readonly Measured[]): string {
  const kinds = [...new Set(requests.map(({ kind }) => kind))].map((kind) => {
    const own = requests.filter((request) => request.kind === kind).map(({ ms }) => ms)
    return { kind, p99: quantile(own, 0.99) }
  })
  const slowestKinds = kinds.toSorted((a, b) => b.p99 - a.p99).slice(0, 3)
  const slowest = requests.toSorted((a, b) => b.ms - a.ms).slice(0, 6)
  const of = (share: number) =>
    milliseconds(
      quantile(
        requests.map(({ ms }) => ms),
        share,
      ),
    )
  return [
    `${who}, ${how}: median ${of(0.5)}, p90 ${of(0.9)}, p99 of all ${of(0.99)}`,
    `slowest kinds ${slowestKinds.map(({ kind, p99 }) => `${kind} ${milliseconds(p99)}`).join(', ')}`,
    `slowest ${slowest.map(({ text, ms }) => `'${text}' ${milliseconds(ms)}`).join(', ')}.`,
  ].join('; ')
}

/** Sends each term once over `lines` parallel connections; each waits for its response and then for `pause` milliseconds. */
async function sendAll(
  url: string,
  token: string,
  terms: readonly TypedSearchTerm[],
  { lines = 1, pause = 0 } = {},
): Promise<Measured[]> {
  const headers = { authorization: `Bearer ${token}` }
  const requests: Measured[] = []
  const remaining = terms.entries()
  const line = async () => {
    for (const [index, term] of remaining) {
      const ms = await timed(async () => {
        const answer = await fetch(`${url}${search.everywhere.path}?${new URLSearchParams({ q: term.text })}`, {
          headers,
        })
        if (!answer.ok) throw new Error(`q=${term.text} answered ${answer.status}`)
        await answer.text()
      })
      requests.push({ ...term, ms, round: index % rounds })
      await wait(pause)
    }
  }
  await Promise.all(Array.from({ length: lines }, line))
  return requests
}

/** The users to measure with every read right; the last one also gets visibility of several agents. */
async function usersOf(owner: pg.Pool): Promise<{ who: string; user: string; agentIds: readonly number[] }[]> {
  const { rows } = await owner.query<{ user_name: string; agents: number[] }>(
    `
    with own as (
      select a.id from users u join agents a on a.contact_id = u.contact_id where u.user_name = 'agent@demo.test'
    ), made as (
      insert into user_visibility (user_id, agent_id, resource_id)
      select u.id, a.id::text, '__all__' from users u, (
        select agent_id as id from policies where agent_id is not null group by 1 order by count(*) desc limit $1) a
      where u.user_name = 'consumer@demo.test' on conflict do nothing
    ), allowed as (
      update users set roles = '{agent}', claims = (select claims from users where user_name = 'agent@demo.test')
      where user_name = 'consumer@demo.test'
    )
    select 'agent@demo.test' as user_name, array(select id::int from own) as agents
    union all
    select 'consumer@demo.test', array(select agent_id::int from policies where agent_id is not null group by 1 order by count(*) desc limit $1)`,
    [several],
  )
  const agentsOf = (user: string) => rows.find(({ user_name }) => user_name === user)?.agents ?? []
  return [
    { who: 'an administrator', user: 'admin@demo.test', agentIds: [] },
    { who: 'an agent with an own book of business', user: 'agent@demo.test', agentIds: agentsOf('agent@demo.test') },
    {
      who: `an agent with the records of ${several} agents`,
      user: 'consumer@demo.test',
      agentIds: agentsOf('consumer@demo.test'),
    },
  ]
}
