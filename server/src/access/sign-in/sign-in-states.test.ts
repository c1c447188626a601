import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { logIn, makeAccount, messagesTo, send, testPassword } from './test-sign-in.ts'

// A minimal model of the sign-in states. The server is compared with it over random sequences of requests, with current and
// expired codes and tokens of this user and of others.

interface ModelUser {
  id: number
  user: string
  /** All passwords the user has had; the last one is current. */
  passwords: string[]
  temporary: boolean
  usesCode: boolean
}
interface Attempt {
  code: string
  owner: ModelUser
  purpose: 'second factor' | 'reset'
  alive: boolean
  failures: number
  sent: { digits: string; failures: number } | null
}
interface Token {
  token: string
  owner: ModelUser
  state: 'live' | 'pending' | 'dead'
}
interface World {
  people: ModelUser[]
  attempts: Attempt[]
  tokens: Token[]
  /** Every six-digit code that was mailed. */
  digits: string[]
}

let agency: TestApp
let security: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  security = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

let made = 0
const newPassword = () => `Fresh-Kettle-${1000 + ++made}`
const at = <Item>(items: Item[], index: number): Item | undefined => items[index % Math.max(1, items.length)]
const tokensOf = (world: World, owner: ModelUser) => world.tokens.filter((token) => token.owner === owner)

function newSession(world: World, owner: ModelUser, body: Record<string, unknown>): void {
  const besideLive = tokensOf(world, owner).some(({ state }) => state === 'live')
  expect(Object.keys(body).toSorted()).toEqual(besideLive ? ['active_session', 'previous', 'token'] : ['token'])
  world.tokens.push({ token: String(body.token), owner, state: besideLive ? 'pending' : 'live' })
}

function passwordSet(world: World, owner: ModelUser, password: string, temporary: boolean): void {
  owner.passwords.push(password)
  owner.temporary = temporary
  for (const token of tokensOf(world, owner)) token.state = 'dead'
  for (const attempt of world.attempts) if (attempt.owner === owner) attempt.alive = false
}

type Step = (world: World) => Promise<void>

const login =
  (who: number, whose: number, which: number): Step =>
  async (world) => {
    const [owner, other] = [at(world.people, who), at(world.people, whose)]
    if (!owner || !other) return
    const pass = at(other.passwords.toReversed(), which) ?? ''
    const { status, body } = await logIn(agency, owner.user, pass)
    if (pass !== owner.passwords.at(-1)) return expect([status, body.token]).toEqual([401, undefined])
    if (owner.temporary) expect(Object.keys(body)).toEqual(['code'])
    else if (owner.usesCode) expect(Object.keys(body).toSorted()).toEqual(['code', 'methods', 'twoFactorRequired'])
    else return newSession(world, owner, body)
    const purpose = owner.temporary ? 'reset' : 'second factor'
    world.attempts.push({ code: String(body.code), owner, purpose, alive: true, failures: 0, sent: null })
  }

const forgot =
  (who: number, byGet: boolean): Step =>
  async (world) => {
    const owner = at(world.people, who)
    if (!owner) return
    const path = byGet ? `/identity/forgot/${owner.user}` : '/identity/forgot'
    const { status, body } = await send(agency, path, byGet ? null : { user: owner.user })
    expect([status, body]).toEqual([200, { ok: true }])
    const letter = (await messagesTo(agency, owner.id)).findLast(({ kind }) => kind === 'reset-link')
    const code = /\/login\/reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    world.attempts.push({ code, owner, purpose: 'reset', alive: true, failures: 0, sent: null })
  }

const reset =
  (who: number | null, which: number): Step =>
  async (world) => {
    const attempt = at(world.attempts.toReversed(), which)
    const named = who === null ? attempt?.owner : at(world.people, who)
    if (!attempt || !named) return
    const pass = newPassword()
    const { status, body, cookie } = await send(agency, '/identity/reset', {
      user: named.user,
      pass,
      pass_confirm: pass,
      code: attempt.code,
    })
    expect([body.token, cookie]).toEqual([undefined, ''])
    const good = attempt.alive && attempt.purpose === 'reset' && attempt.owner === named
    expect(status).toBe(good ? 200 : 400)
    if (good) passwordSet(world, named, pass, false)
  }

const resetByAdmin =
  (who: number, by: number | null): Step =>
  async (world) => {
    const owner = at(world.people, who)
    const caller = by === null ? null : at(world.tokens, by)
    if (!owner || (by !== null && !caller)) return
    const pass = newPassword()
    const token = caller?.token ?? security.token
    const { status } = await send(
      agency,
      '/identity/resetByAdmin',
      { id: owner.id, pass, pass_confirm: pass },
      { token },
    )
    if (caller?.state === 'pending') goLive(world, caller)
    if (caller) return expect(status).toBe(caller.state === 'dead' ? 401 : 403)
    expect(status).toBe(200)
    passwordSet(world, owner, pass, true)
  }

const register =
  (who: number): Step =>
  async (world) => {
    const owner = at(world.people, who)
    const pass = newPassword()
    const body = { user: owner?.user.toUpperCase(), email: 'else@mail.test', pass, pass_confirm: pass }
    expect((await send(agency, '/identity/register', body)).status).toBe(400)
  }

const sendCode =
  (which: number, method: string, byGet: boolean): Step =>
  async (world) => {
    const attempt = at(world.attempts.toReversed(), which)
    if (!attempt) return
    const asked = new URLSearchParams({ code: attempt.code, method })
    const { status } = byGet
      ? await send(agency, `/identity/2fa/send?${asked}`, null)
      : await send(agency, '/identity/2fa/send', { code: attempt.code, method })
    if (!attempt.alive || attempt.purpose !== 'second factor') return expect(status).toBe(401)
    if (method !== 'email') return expect(status).toBe(400)
    if (status !== 200) return
    const letter = (await messagesTo(agency, attempt.owner.id)).findLast(({ kind }) => kind === 'second-factor-code')
    const digits = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? ''
    attempt.sent = { digits, failures: 0 }
    world.digits.push(digits)
  }

const validate =
  (which: number, typedIndex: number, typing: 'sent' | 'any' | 'code' | 'guess', byGet: boolean): Step =>
  async (world) => {
    const attempt = at(world.attempts.toReversed(), which)
    if (!attempt) return
    const choices = {
      any: at(world.digits, typedIndex),
      sent: attempt.sent?.digits,
      code: attempt.code,
      guess: '000000',
    }
    const loginCode = choices[typing] ?? '123456'
    const { status, body } = byGet
      ? await send(agency, `/identity/2fa/validate?${new URLSearchParams({ code: attempt.code, loginCode })}`, null)
      : await send(agency, '/identity/2fa/validate', { code: attempt.code, loginCode })
    if (!attempt.alive || attempt.purpose !== 'second factor')
      return expect([status, body.token]).toEqual([401, undefined])
    const { sent } = attempt
    if (sent && sent.digits === loginCode && sent.failures < 5) {
      attempt.alive = false
      return newSession(world, attempt.owner, body)
    }
    expect([status >= 400 && status < 500, body.token]).toEqual([true, undefined])
    if (sent) sent.failures++
    if (++attempt.failures >= 10) attempt.alive = false
  }

function goLive(world: World, token: Token): void {
  for (const other of tokensOf(world, token.owner)) other.state = 'dead'
  token.state = 'live'
}

const logOut =
  (which: number, byGet: boolean): Step =>
  async (world) => {
    const token = at(world.tokens, which)
    if (!token) return
    const { status } = await send(agency, '/identity/logout', byGet ? null : {}, { token: token.token })
    expect(status).toBe(token.state === 'dead' ? 401 : 200)
    token.state = 'dead'
  }

const currentUser =
  (which: number): Step =>
  async (world) => {
    const token = at(world.tokens, which)
    if (!token) return
    const { status, body } = await send(agency, '/api/CurrentUser', null, { token: token.token })
    if (token.state === 'dead') return expect(status).toBe(401)
    expect([status, body.id]).toEqual([200, token.owner.id])
    if (token.state === 'pending') goLive(world, token)
  }

/** A code must never work as a token. */
const codeAsToken =
  (which: number): Step =>
  async (world) => {
    const token = at([...world.attempts.map(({ code }) => code), ...world.digits], which)
    if (token) expect((await send(agency, '/api/CurrentUser', null, { token })).status).toBe(401)
  }

const some = fc.nat(1_000)
const recent = fc.nat(3)
const either = fc.boolean()
const step: fc.Arbitrary<{ label: string; run: Step }> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(some, fc.nat(2)).map(([who, which]) => namedStep('login', login(who, who, which), who, which)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(some, some).map(([who, whose]) => namedStep('login', login(who, whose, 0), who, whose)),
  },
  { weight: 2, arbitrary: fc.tuple(some, either).map(([who, get]) => namedStep('forgot', forgot(who, get), who)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.option(some, { freq: 3 }), recent)
      .map(([who, which]) => namedStep('reset', reset(who, which), who, which)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(some, fc.option(some, { freq: 1 }))
      .map(([who, by]) => namedStep('resetByAdmin', resetByAdmin(who, by), who, by)),
  },
  { weight: 1, arbitrary: some.map((who) => namedStep('register', register(who), who)) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(recent, fc.constantFrom('email', 'email', 'email', 'authenticator', 'sms'), either)
      .map(([which, method, get]) => namedStep('send', sendCode(which, method, get), which, method)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(recent, some, fc.constantFrom('sent', 'sent', 'any', 'code', 'guess'), either)
      .map(([which, typed, typing, get]) =>
        namedStep('validate', validate(which, typed, typing, get), which, typed, typing),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(some, either).map(([which, get]) => namedStep('logout', logOut(which, get), which)),
  },
  { weight: 3, arbitrary: some.map((which) => namedStep('currentUser', currentUser(which), which)) },
  { weight: 1, arbitrary: some.map((which) => namedStep('codeAsToken', codeAsToken(which), which)) },
)

function namedStep(name: string, run: Step, ...args: (number | string | null)[]) {
  const label = `${name}(${args.join(', ')})`
  return { label, run, [fc.toStringMethod]: () => label }
}

async function newWorld(): Promise<World> {
  const people: ModelUser[] = []
  for (const asksForCode of [false, true, true]) {
    const { id, user } = await makeAccount(agency, `state-${++made}@agency.test`)
    if (asksForCode) await sql`update users set codes_by = '{email}' where id = ${id}`.execute(agency.db)
    people.push({ id, user, passwords: [testPassword], temporary: false, usesCode: asksForCode })
  }
  return { people, attempts: [], tokens: [], digits: [] }
}

/** Clears throttles and delays, which have their own tests and would only shorten the sequences here. */
async function clearDelays(): Promise<void> {
  await sql`delete from sign_in_failures`.execute(agency.db)
  await sql`delete from sign_in_streaks`.execute(agency.db)
  await sql`delete from public_calls`.execute(agency.db)
  await sql`update sign_in_codes set sent_at = sent_at - interval '2 hours' where sent_at > now() - interval '1 hour'`.execute(
    agency.db,
  )
}

/** A sequence that always runs: a second session, a code by email, an enforced and a mailed reset. */
const knownSequence = [
  namedStep('login', login(0, 0, 0)),
  namedStep('login', login(0, 0, 0)),
  namedStep('currentUser', currentUser(1)),
  namedStep('login', login(1, 1, 0)),
  namedStep('send', sendCode(0, 'email', false)),
  namedStep('validate', validate(0, 0, 'code', false)),
  namedStep('validate', validate(0, 0, 'sent', true)),
  namedStep('validate', validate(0, 0, 'sent', false)),
  namedStep('resetByAdmin', resetByAdmin(1, null)),
  namedStep('login', login(1, 1, 0)),
  namedStep('validate', validate(0, 0, 'any', false)),
  namedStep('reset', reset(null, 0)),
  namedStep('login', login(1, 1, 0)),
  namedStep('forgot', forgot(0, true)),
  namedStep('reset', reset(2, 0)),
  namedStep('reset', reset(0, 0)),
]

/** Number of sequences and time limit; each sequence hashes about ten passwords. */
const runs =
  process.env.ENDURE === '1'
    ? { numRuns: 200, interruptAfterTimeLimit: 100_000 }
    : { numRuns: 12, interruptAfterTimeLimit: 10_000 }

test('P-09 P-10 P-12 no sequence of requests yields a working token without all factors or skips a step', async () => {
  const reached = { byPassword: 0, byCode: 0, dead: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const world = await newWorld()
      for (const { run } of steps) {
        // Without a pending attempt most steps would have no effect.
        if (world.attempts.length === 0) await login(made, made, 0)(world)
        await run(world)
        await clearDelays()
        const dead = world.tokens.filter(({ state }) => state === 'dead').slice(-3)
        for (const { token } of dead) expect((await send(agency, '/api/CurrentUser', null, { token })).status).toBe(401)
      }
      reached.byPassword += world.tokens.filter(({ owner }) => !owner.usesCode).length
      reached.byCode += world.tokens.filter(({ owner }) => owner.usesCode).length
      reached.dead += world.tokens.filter(({ state }) => state === 'dead').length
    }),
    { examples: [[knownSequence]], ...runs, endOnFailure: false },
  )
  expect(reached.byPassword).toBeGreaterThan(1)
  expect(reached.byCode).toBeGreaterThan(0)
  expect(reached.dead).toBeGreaterThan(1)
})
