import { createHook } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Account, logIn, makeAccount, messagesTo, send, type TestResponse, testPassword } from './test-sign-in.ts'

// The response time must not reveal whether an account exists (P-05). Exact here: the number of hashes and the minimum time
// of a response. The CPU ratio of a fixed number of samples only catches gross differences, far above what other load causes;
// `npm run bench -- names` measures response times precisely.
const samples = 12
const maxRatio = 4
/** The minimum time of 250 ms in forgot-password.ts, less what a timer may fire early. */
const minMilliseconds = 245

let agency: TestApp
let existingUser: Account
beforeEach(async () => {
  agency = await startTestApp({ demo: true })
  await makeAccount(agency, 'known@agency.test')
  await makeAccount(agency, 'disabled@agency.test', { enabled: false })
  existingUser = await makeAccount(agency, 'first@agency.test')
  await makeAccount(agency, 'gone@agency.test', { enabled: false })
  // The decoy hash for unknown users is computed once, when the module is first used.
  await logIn(agency, 'unknown-at-first@agency.test', wrong)
})
afterEach(() => agency.close())

const wrong = 'Wrong-Kettle-41'
type Kinds = Record<string, (round: number) => Promise<TestResponse>>

const signIns: Kinds = {
  unknown: (round) => logIn(agency, `unknown-${round}@agency.test`, wrong),
  wrong: () => logIn(agency, 'known@agency.test', wrong),
  disabled: () => logIn(agency, 'disabled@agency.test', wrong),
}
const forgotten: Kinds = {
  unknown: (round) => send(agency, '/identity/forgot', { user: `unknown-${round}@agency.test` }),
  known: () => send(agency, '/identity/forgot', { user: existingUser.user }),
  disabled: () => send(agency, '/identity/forgot', { user: 'gone@agency.test' }),
}

const register = (email: string) =>
  send(agency, '/identity/register', { user: email, email, pass: testPassword, pass_confirm: testPassword })
const registrations = {
  unknown: (round: number) => register(`new-${round}@agency.test`),
  known: (_round: number) => register('known@agency.test'),
}

/** Number of password hashes that Node computed during `work`, counted by async hooks. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return hashes
}

/** CPU milliseconds used by this process in all its threads. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const wallTime = () => performance.now()

/** Medians of a fixed number of samples; the kinds alternate, so that other load affects all of them equally. */
async function measure(kinds: Kinds, rounds: number, clock: () => number) {
  const times = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]))
  const answers = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    for (const [kind, request] of Object.entries(kinds)) {
      const start = clock()
      const { status, body } = await request(round)
      times.get(kind)?.push(clock() - start)
      answers.add(JSON.stringify([status, { ...body, requestId: '' }]))
    }
    await clearAttempts()
  }
  const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
  return {
    answers: [...answers],
    ratio: Math.max(...medians) / Math.min(...medians),
    fastest: Math.min(...[...times.values()].flat()),
  }
}

async function clearAttempts(): Promise<void> {
  await sql`delete from sign_in_failures`.execute(agency.db)
  await sql`delete from sign_in_streaks`.execute(agency.db)
  await sql`delete from public_calls`.execute(agency.db)
}

test('P-05 AUTH-15 unknown, wrong and disabled sign-ins each compute exactly one password hash', async () => {
  for (const [kind, request] of Object.entries(signIns)) expect(await hashesDuring(() => request(-1)), kind).toBe(1)
  await clearAttempts()
})

test('P-05 AUTH-15 unknown, wrong and disabled sign-ins get the same response and use similar CPU time', async () => {
  const { answers, ratio } = await measure(signIns, samples, cpuTime)
  expect(answers).toEqual([
    JSON.stringify([401, { code: 'sign_in.refused', message: 'Invalid user or password', requestId: '' }]),
  ])
  expect(ratio).toBeLessThan(maxRatio)
})

test('P-05 AUTH-22 Forgot Password responds identically and never before the minimum time, whether or not the user exists', async () => {
  const rounds = samples / 2
  for (const [kind, request] of Object.entries(forgotten)) expect(await hashesDuring(() => request(-1)), kind).toBe(0)
  await clearAttempts()
  const { answers, fastest } = await measure(forgotten, rounds, wallTime)
  expect(answers).toEqual([JSON.stringify([200, { ok: true, requestId: '' }])])
  expect(fastest).toBeGreaterThanOrEqual(minMilliseconds)
  expect(await messagesTo(agency, existingUser.id)).toHaveLength(rounds + 1)
})

test('P-05 AUTH-37 a registration gets the same response and uses similar CPU time whether or not the address is taken', async () => {
  const [unknown, known] = [
    await hashesDuring(() => registrations.unknown(-1)),
    await hashesDuring(() => registrations.known(-1)),
  ]
  expect(unknown).toBe(known)
  await clearAttempts()
  const { answers, ratio } = await measure(registrations, samples, cpuTime)
  expect(answers).toEqual([JSON.stringify([200, { id: null, requestId: '' }])])
  expect(ratio).toBeLessThan(maxRatio)
})
