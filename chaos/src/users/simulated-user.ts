import { setTimeout as wait } from 'node:timers/promises'
import { access } from '@coverdesk/domain/access/access-contract.ts'
import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { randomOf } from '@coverdesk/server/src/testing/random-of.ts'
import { z } from 'zod'
import type { Operation, Outcome, Write } from './operation.ts'
import { type Answer, type Caller, type SendOptions, sendRequest } from './send-request.ts'
import type { SharedRecords } from './shared-records.ts'
import { password, userName } from './user-accounts.ts'

/** What all users of a run have in common. */
export interface Agency {
  /** Makes markers unique and says whose they are. */
  runName: string
  urls: readonly string[]
  carriers: readonly { id: number; name: string }[]
  shared: SharedRecords
  log: Operation[]
  /** Milliseconds since the start of the run. */
  now: () => number
  isOver: () => boolean
}

/** A person at a browser: signs in, and sends one call after the other. */
export interface SimulatedUser {
  number: number
  agency: Agency
  random: (below: number) => number
  /** Marker that no other write has. */
  marker: () => string
  /** One call to any node, without a repeat. */
  ask: <R extends Route>(route: R, input: InputOf<R>) => Promise<Answer>
  /** One write with its repeats, recorded; `write` describes it by its last answer. */
  write: <R extends Route>(
    route: R,
    input: InputOf<R>,
    options: SendOptions,
    write: (answer: Answer) => Write,
  ) => Promise<Answer>
  signIn: () => Promise<boolean>
  signOut: () => Promise<void>
  isSignedIn: () => boolean
}

/** Pauses before repeats, as the web client makes them. */
const repeatPausesMs = [500, 1_500, 3_000]
/** Answers that say nothing about whether the first attempt is stored. */
const undecided = new Set(['idempotency.in_progress', 'upload.under_way', 'upload.interrupted'])

export function simulatedUser(agency: Agency, number: number, seed: number): SimulatedUser {
  const random = randomOf(seed * 10_007 + number)
  const caller: Caller = { token: null, address: `10.0.${Math.floor(number / 200)}.${(number % 200) + 1}` }
  let session: string | null = null
  let markers = 0
  const url = () => agency.urls[random(agency.urls.length)] ?? ''
  const marker = () => `${agency.runName}u${number}n${++markers}`

  async function ask<R extends Route>(route: R, input: InputOf<R>): Promise<Answer> {
    const answer = await sendRequest(url(), caller, route, input)
    noteRejection(answer)
    return answer
  }

  /** A live session must not be rejected: no one else signs this user in or out. */
  function noteRejection({ status }: Answer): void {
    if (status !== 401 || session === null) return
    record(
      { at: agency.now(), attempts: 1, isRepeated: false },
      { status, outcome: 'refused' },
      { kind: 'session check', session },
    )
    session = null
    caller.token = null
  }

  async function write<R extends Route>(
    route: R,
    input: InputOf<R>,
    options: SendOptions,
    describe: (answer: Answer) => Write,
  ): Promise<Answer> {
    const at = agency.now()
    // Some users give up at once, so that the outcome stays unknown.
    const repeats = random(4) === 0 ? [] : repeatPausesMs
    let attempts = 0
    let isRepeated = false
    let answer: Answer
    for (;;) {
      answer = await sendRequest(url(), caller, route, input, options)
      attempts++
      const isOpen = answer.outcome === 'unknown' || undecided.has(answer.code ?? '')
      const pause = repeats[attempts - 1]
      if (!isOpen || pause === undefined) break
      isRepeated = true
      await wait(pause)
    }
    record({ at, attempts, isRepeated }, answer, describe(answer))
    noteRejection(answer)
    // A second press of the button, which must not do it twice.
    if (answer.outcome === 'acknowledged' && options.key && random(20) === 0)
      await sendRequest(url(), caller, route, input, options)
    return answer
  }

  function record(
    { at, attempts, isRepeated }: { at: number; attempts: number; isRepeated: boolean },
    answer: Pick<Answer, 'status' | 'outcome'> & Partial<Pick<Answer, 'code'>>,
    what: Write,
  ): void {
    const refused = answer.outcome === 'refused'
    const isOpen = undecided.has(answer.code ?? '')
    const outcome: Outcome = refused && (isRepeated || isOpen) ? 'unknown' : answer.outcome
    agency.log.push({
      at,
      until: agency.now(),
      user: number,
      outcome,
      status: answer.status,
      attempts,
      refusedOnRepeat: refused && isRepeated && !isOpen,
      ...what,
    })
  }

  async function signIn(): Promise<boolean> {
    const at = agency.now()
    const login = await sendRequest(url(), caller, access.login, { user: userName(number), pass: password })
    const token = Token.safeParse(login.body).data?.token ?? null
    if (token === null) {
      record({ at, attempts: 1, isRepeated: false }, login, { kind: 'sign-in', session: null })
      return false
    }
    // The first call ends the user's older session, which a cut sign-in may have left.
    const first = await sendRequest(url(), { ...caller, token }, access.currentUser, {})
    const id = sessionOf(token)
    record({ at, attempts: 1, isRepeated: false }, first, { kind: 'sign-in', session: id })
    if (first.outcome !== 'acknowledged') return false
    caller.token = token
    session = id
    return true
  }

  async function signOut(): Promise<void> {
    if (session === null) return
    const ended = session
    const at = agency.now()
    const answer = await sendRequest(url(), caller, access.logout, {})
    record({ at, attempts: 1, isRepeated: false }, answer, { kind: 'sign-out', session: ended })
    session = null
    caller.token = null
  }

  return { number, agency, random, marker, ask, write, signIn, signOut, isSignedIn: () => session !== null }
}

const Token = z.object({ token: z.string() })
const Claims = z.object({ sid: z.string() })

function sessionOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return Claims.parse(JSON.parse(payload)).sid
}
