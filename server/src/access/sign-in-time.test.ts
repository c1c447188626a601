import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agency, openAgency } from '../platform/test-agency.ts'
import { type Account, lettersTo, logIn, makeAccount, type Seen, send, testPassword } from './test-sign-in.ts'

// Whether somebody has an account must not be read off the clock (P-05). Kinds are asked in turns, so that the machine's
// mood hits all alike. SAMPLES=200 asks as often as the promise says; the suite asks less often, since each costs a hash.
const samples = Number(process.env.SAMPLES ?? 12)
const nearEnough = 1.1

let agency: Agency
let forgetful: Account
beforeAll(async () => {
  agency = await openAgency({ demo: true })
  // Once for all tries of a test: names are taken only once.
  await makeAccount(agency, 'known@agency.test')
  await makeAccount(agency, 'disabled@agency.test', { enabled: false })
  forgetful = await makeAccount(agency, 'forgetful@agency.test')
  await makeAccount(agency, 'gone@agency.test', { enabled: false })
})
afterAll(() => agency.close())

type Kinds = Record<string, (round: number) => Promise<Seen>>

/**
 * How far the medians of the kinds lie apart, and the different answers that were seen. On a machine that has much else
 * to do it goes on asking, up to fifteen times as often, until the medians have come as near as they must: without a hash they
 * would be many times apart, however often it asks.
 */
async function measure(kinds: Kinds, rounds: number) {
  const times = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]))
  const answers = new Set<string>()
  const spread = () => {
    const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
    return Math.max(...medians) / Math.min(...medians)
  }
  for (let round = -3; round < rounds || (round < rounds * 15 && spread() >= nearEnough); round++) {
    for (const [kind, ask] of Object.entries(kinds)) {
      const begun = performance.now()
      const { status, body } = await ask(round)
      if (round >= 0) times.get(kind)?.push(performance.now() - begun)
      answers.add(JSON.stringify([status, { ...body, requestId: '' }]))
    }
    await sql`delete from sign_in_failures`.execute(agency.db)
    await sql`delete from sign_in_streaks`.execute(agency.db)
    await sql`delete from public_calls`.execute(agency.db)
  }
  return { answers: [...answers], spread: spread() }
}

test('P-05 AUTH-15 unknown, wrong and disabled get one answer, their median times within 10 %', {
  timeout: 300_000,
}, async () => {
  const wrong = 'Wrong-Kettle-41'
  const { answers, spread } = await measure(
    {
      unknown: (round) => logIn(agency, `nobody-${round}@agency.test`, wrong),
      wrong: () => logIn(agency, 'known@agency.test', wrong),
      disabled: () => logIn(agency, 'disabled@agency.test', wrong),
    },
    samples,
  )
  expect(answers).toEqual([
    JSON.stringify([401, { code: 'sign_in.refused', message: 'Invalid user or password', requestId: '' }]),
  ])
  expect(spread).toBeLessThan(nearEnough)
})

test('P-05 AUTH-22 a forgotten password is answered alike in the same time, whether there is such a user or not', {
  timeout: 300_000,
}, async () => {
  const rounds = Math.ceil(samples / 2)
  const { answers, spread } = await measure(
    {
      unknown: (round) => send(agency, '/identity/forgot', { user: `nobody-${round}@agency.test` }),
      known: () => send(agency, '/identity/forgot', { user: forgetful.user }),
      disabled: () => send(agency, '/identity/forgot', { user: 'gone@agency.test' }),
    },
    rounds,
  )
  expect(answers).toEqual([JSON.stringify([200, { ok: true, requestId: '' }])])
  expect(spread).toBeLessThan(nearEnough)
  expect((await lettersTo(agency, forgetful.id)).length).toBeGreaterThanOrEqual(rounds)
})

test('P-05 AUTH-37 a registration is answered alike in the same time, whether or not the address is taken', {
  timeout: 300_000,
}, async () => {
  const register = (email: string) =>
    send(agency, '/identity/register', { user: email, email, pass: testPassword, pass_confirm: testPassword })
  const { answers, spread } = await measure(
    { unknown: (round) => register(`new-${round}@agency.test`), known: () => register('known@agency.test') },
    samples,
  )
  expect(answers).toEqual([JSON.stringify([200, { id: null, requestId: '' }])])
  expect(spread).toBeLessThan(nearEnough)
})
