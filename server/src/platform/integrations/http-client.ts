import {
  BrokenCircuitError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  retry,
} from 'cockatiel'

/** One question to a party outside, which may be asked twice without doing harm unless it says otherwise. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the party's address; its parts are encoded. */
  path: string
  body?: object
  /** False: asked once, since who asks has a plan of its own for another time. */
  retry?: boolean
}

/** What came, as text and as what the text says; of the second nothing was looked at yet but that it is JSON. */
export interface HttpResponse {
  text: string
  body: unknown
}

/** A party outside that is asked over a network. */
export interface HttpClient {
  /**
   * What it answers, or null where it knows nothing of that (404). Fails with `NotUnderstood` where it refuses the question
   * itself, and with any other error where it gave no answer that is one. Waits as long as the signal says, at most 10 s.
   */
  send: (question: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | null>
  /** Whether the last calls were answered. Known without asking. */
  isAvailable: () => boolean
}

/** It is there and answers, but this question it refuses; asking again would not help. */
export class RequestRejected extends Error {}
/** Gave no answer that is one. `passing`: another try in a moment may do better. */
class NoResponse extends Error {
  readonly passing: boolean
  constructor(why: string, passing: boolean) {
    super(why)
    this.passing = passing
  }
}

interface Where {
  /** Without a slash at the end. */
  url: string
  key: string
  /** Bytes, after they are unpacked. */
  maxResponseBytes: number
  /** Milliseconds until a call is given up, with its second try and the last byte of the answer. */
  timeoutMs?: number
  /** Milliseconds from the moment that it counts as down until one call may try it. */
  trialAfterMs?: number
  /** Hears when it does not answer any more, and why, and when it does again. */
  tell?: (change: { answers: true } | { answers: false; why: string }) => void
}

const defaultTimeoutMs = 10_000
/** So many failures in a row, and it counts as down. */
const failuresInARow = 5
const defaultTrialAfterMs = 30_000
/** Calls under way at most: one that hangs holds no more of ours than these. */
const maxConcurrent = 64
/** A connection that broke and a gateway that says 'not now' get a second try, so soon. */
const retryDelayMs = 200
const notNow = new Set([502, 503, 504])

/**
 * Asks a party by JSON over HTTP with its key, and goes easy on one that is down: after five failures in a row nothing is sent
 * for half a minute, then one call tries, while the others go on failing at once (P-84). Goes to no other host: a
 * redirect is a failure (P-46). Errors say what happened without a word of the answer, which may be about somebody.
 */
export function createHttpClient(where: Where): HttpClient {
  const { url, key, maxResponseBytes, timeoutMs = defaultTimeoutMs, trialAfterMs = defaultTrialAfterMs, tell } = where
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof RequestRejected)),
    { halfOpenAfter: trialAfterMs, breaker: new ConsecutiveBreaker(failuresInARow) },
  )
  const again = retry(
    handleWhen((error) => isPassing(error)),
    { maxAttempts: 1, backoff: new ConstantBackoff(retryDelayMs) },
  )
  const room = bulkhead(maxConcurrent, 0)
  let down = false
  breaker.onBreak((reason) => {
    if (!down) tell?.({ answers: false, why: 'error' in reason ? shortly(reason.error) : '' })
    down = true
  })
  breaker.onReset(() => {
    down = false
    tell?.({ answers: true })
  })
  const once = async (question: HttpRequest, signal: AbortSignal): Promise<HttpResponse | null> => {
    const answer = await fetch(`${url}${question.path}`, {
      method: question.method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...(question.body ? { 'content-type': 'application/json' } : {}),
      },
      body: question.body ? JSON.stringify(question.body) : null,
      signal,
    })
    return await take(answer, maxResponseBytes)
  }
  return {
    send: (question, signal) => {
      // The library would have them wait for the trial, which may take all of their time.
      if (breaker.state === CircuitState.HalfOpen) return Promise.reject(new BrokenCircuitError())
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const asked = () => once(question, inTime)
      const tried = () => (question.retry === false ? asked() : again.execute(asked, inTime))
      return room.execute(() => breaker.execute(tried, inTime), inTime)
    },
    isAvailable: () => !down,
  }
}

async function take(answer: Response, longest: number): Promise<HttpResponse | null> {
  const { status, ok } = answer
  if (!ok) {
    await answer.body?.cancel()
    if (status === 404) return null
    if (isRefusal(status)) throw new RequestRejected(`http ${status}`)
    throw new NoResponse(`http ${status}`, notNow.has(status))
  }
  const text = await textOf(answer, longest)
  try {
    return { text, body: JSON.parse(text) }
  } catch {
    // What JSON.parse says quotes the answer.
    throw new NoResponse('no JSON', false)
  }
}

/** Of the question alone: a key that is not taken (401, 403) and too many calls (429) are about all of them. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)

async function textOf(answer: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength
    if (size > longest) throw new NoResponse('too long', false)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

/** A connection that could not be made or broke off, and what a gateway says for the moment. */
function isPassing(error: unknown): boolean {
  return error instanceof NoResponse ? error.passing : error instanceof TypeError
}

/** What happened in a word or two: how a connection failed, or what we made of the answer. */
function shortly(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  if (error instanceof NoResponse) return error.message
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
