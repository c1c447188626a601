import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { milliseconds, type Part, quantile, timed } from '../run/figures.ts'
import type { ServerUnderTest } from '../run/server-under-test.ts'

const aim = 100
const perSecond = { signIns: 20, lists: 20 }
const measuredSeconds = 15
const rounds = 3

/** Latency of list calls at a modest rate during 20 sign-in attempts a second. */
export async function measureSignIn(server: ServerUnderTest): Promise<Part> {
  const token = await server.token('admin@demo.test')
  const before = await listTimes(server, token, 5)
  const runs: { lists: number[]; signIns: { ms: number; status: number }[] }[] = []
  for (let round = 0; round < rounds; round++) {
    await clearFailures(server)
    const signIns = atRate(perSecond.signIns, measuredSeconds, (n) => trySignIn(server, n))
    runs.push({ lists: await listTimes(server, token, measuredSeconds), signIns: await signIns })
  }
  await clearFailures(server)
  const p99 = runs.map(({ lists }) => quantile(lists, 0.99)).toSorted((a, b) => a - b)[1] ?? 0
  const signIns = runs.flatMap((run) => run.signIns)
  const of = (status: number) => signIns.filter((signIn) => signIn.status === status).length
  const times = signIns.map(({ ms }) => ms)
  const others = signIns.length - of(200) - of(401)
  return {
    figures: [
      {
        path: `list page during ${perSecond.signIns} sign-in attempts a second, p99`,
        ours: milliseconds(p99),
        limit: milliseconds(quantile(before, 0.99)),
        ratio: (p99 / aim).toFixed(2),
        aim: `≤ ${aim} ms`,
        holds: p99 <= aim && others === 0,
      },
    ],
    remarks: [
      `${perSecond.lists} list calls a second at a fixed rate, whether or not earlier ones have completed; p99 is the median of ${rounds} rounds of ${measuredSeconds} s. The limit is the same list without sign-ins.`,
      `Of ${signIns.length} sign-ins ${of(200)} succeeded, ${of(401)} failed, ${others} got another status; median ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}.`,
    ],
  }
}

function listTimes({ url }: ServerUnderTest, token: string, forSeconds: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  return atRate(perSecond.lists, forSeconds, () =>
    timed(async () => {
      const answer = await fetch(`${url}${policies.list.path}`, { headers })
      if (!answer.ok) throw new Error(`The list answered ${answer.status}`)
      await answer.text()
    }),
  )
}

/** Starts tasks at a fixed rate, however long each takes, and waits for all. */
async function atRate<T>(rate: number, forSeconds: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const begun = performance.now()
  const all: Promise<T>[] = []
  for (let n = 0; n < rate * forSeconds; n++) {
    await pause(Math.max(0, begun + (n * 1000) / rate - performance.now()))
    all.push(work(n))
  }
  return await Promise.all(all)
}

const agent = new Agent({ keepAlive: false })
const people = ['agent', 'security', 'customer', 'consumer']

/** Every other one has the right password; each comes from another loopback address, so that the throttle does not apply. */
function trySignIn({ url }: ServerUnderTest, n: number): Promise<{ ms: number; status: number }> {
  const right = n % 2 === 0
  const user = right ? `${people[(n / 2) % people.length]}@demo.test` : `unknown-${n}-${randomInt(1e9)}@demo.test`
  const body = JSON.stringify({ user, pass: right ? 'Coverdesk-Demo1' : 'Wrong-Kettle-41' })
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(access.login.path, url),
      {
        method: 'POST',
        agent,
        localAddress: `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        answer.resume().once('end', () => resolve({ ms: performance.now() - begun, status: answer.statusCode ?? 0 }))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

async function clearFailures({ owner }: ServerUnderTest): Promise<void> {
  await owner.query('delete from sign_in_failures')
  await owner.query('delete from sign_in_streaks')
}
