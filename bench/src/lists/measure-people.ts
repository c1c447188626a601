import autocannon from 'autocannon'
import { type Figure, milliseconds, type Part } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'
import { seedPeople } from './seed-people.ts'

const people = 300_000
const aim = 60
const connections = 16
const seconds = 3

/** First pages of the lists of people under 16 connections, without filters and with each filter. */
export async function measurePeople(server: ServerUnderTest): Promise<Part> {
  await seedPeople(server.owner, people)
  const tokens = { all: await server.token('admin@demo.test'), own: await server.token('agent@demo.test') }
  const figures: Figure[] = []
  for (const [list, filters] of Object.entries(lists)) {
    const measured: { filter: string; p99: number; who: string }[] = []
    for (const filter of filters)
      for (const [who, token] of Object.entries(tokens))
        measured.push({ filter: filter(0) || 'no filter', who, p99: await p99Of(server.url, token, list, filter) })
    const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
    if (!slowest) continue
    figures.push({
      path: `${list}: first page, ${filters.length} filters, for all and for one agent; slowest: ${slowest.filter}, ${slowest.who}`,
      ours: `p99 ${milliseconds(slowest.p99)}`,
      limit: '–',
      ratio: (slowest.p99 / aim).toFixed(2),
      aim: `≤ ${aim} ms`,
      holds: slowest.p99 <= aim,
    })
    console.log(measured.map(({ filter, who, p99 }) => `  ${list} ${filter} ${who}: ${milliseconds(p99)}`).join('\n'))
  }
  return { figures, remarks: [`${people.toLocaleString('en-US')} people, ${connections} connections.`] }
}

/** Filters of each list; `n` is the number of the request and varies the values. */
const lists: Record<string, ((n: number) => string)[]> = {
  '/api/Customer': [
    () => '',
    (n) => `fullName=${nameOf(n)}`,
    (n) => `email=person${(n * 7) % 30_000}`,
    (n) => `phone=2${String((n * 7_919) % 1_000).padStart(3, '0')}`,
    (n) => `statusId=${1 + (n % 5)}`,
    (n) => `statusId=${1 + (n % 5)}&fullName=${nameOf(n)}`,
  ],
  '/api/Contacts': [
    () => '',
    (n) => `name=${nameOf(n)}`,
    (n) => `email=person${(n * 7) % 30_000}`,
    (n) => `phone=2${String((n * 7_919) % 1_000).padStart(3, '0')}`,
    (n) => `dateOfBirth=19${60 + (n % 40)}-0${1 + (n % 9)}-1${n % 10}`,
    () => 'country=US',
    (n) => `state=${['FL', 'TX', 'GA', 'NC'][n % 4]}`,
  ],
  '/api/Lead': [
    () => '',
    (n) => `name=${nameOf(n)}`,
    (n) => `phone=2${String((n * 7_919) % 1_000).padStart(3, '0')}`,
    (n) => `statusId=${n % 9}`,
    (n) => `agentId=${1 + (n % 40)}`,
    (n) => `statusFrom=2026-0${1 + (n % 9)}-01&statusTo=2026-0${1 + (n % 9)}-20`,
  ],
  '/api/OfflineApp': [
    () => '',
    (n) => `applicant=${nameOf(n)}`,
    (n) => `email=person${(n * 7) % 30_000}`,
    (n) => `phone=2${String((n * 7_919) % 1_000).padStart(3, '0')}`,
    (n) => `source=${1 + (n % 6)}`,
    (n) => `createdFrom=2026-0${1 + (n % 9)}-01&createdTo=2026-0${1 + (n % 9)}-20`,
  ],
}
const names = ['maria', 'rod', 'garcia', 'john sm', 'an', 'williams', 'lopez', 'zz', 'jose']
const nameOf = (n: number) => encodeURIComponent(names[n % names.length] ?? '')

async function p99Of(url: string, token: string, list: string, filter: (n: number) => string): Promise<number> {
  let requests = 0
  const fire = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests: [
        {
          headers: { authorization: `Bearer ${token}` },
          setupRequest: (request: autocannon.Request) => ({ ...request, path: `${list}?${filter(requests++)}` }),
        },
      ],
    })
  await fire(1)
  const result = await fire(seconds)
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${list}?${filter(0)}: ${result.non2xx} answers were not 2xx, ${result.errors} broke`)
  return result.latency.p99
}
