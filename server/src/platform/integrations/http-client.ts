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

/** Request to an outside service; must be safe to repeat unless `retry` is false. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the service's address, already encoded. */
  path: string
  body?: object
  headers?: Readonly<Record<string, string>>
  /** False to send once, because the caller retries by itself. */
  retry?: boolean
}

/** Response text and its parsed JSON, not validated. */
export interface HttpResponse {
  text: string
  body: unknown
}

/** Client of an outside service. */
export interface HttpClient {
  /**
   * Sends a request; null for 404. Throws `RequestRejected` when the service rejects the request itself, and another error
   * for no valid response. Times out after 10 s by default, or when the signal aborts.
   */
  send: (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse | null>
  /** Whether the last calls succeeded. Sends no request. */
  isAvailable: () => boolean
}

/** The service rejected this request; a retry would not help. */
export class RequestRejected extends Error {
  readonly #body: unknown
  constructor(why: string, body: unknown) {
    super(why)
    this.#body = body
  }
  /** What the service said, not validated. A method, because logs write the fields of errors. */
  body(): unknown {
    return this.#body
  }
}
/** The service asks for fewer requests. */
export class RateLimited extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('http 429')
    this.retryAfterMs = retryAfterMs
  }
}
/** No valid response. `temporary`: a retry may succeed. */
class NoResponse extends Error {
  readonly temporary: boolean
  constructor(why: string, temporary: boolean) {
    super(why)
    this.temporary = temporary
  }
}

interface ClientOptions {
  /** Without trailing slash. */
  url: string
  /** Sent as a bearer token; null where the caller sends it itself. */
  key: string | null
  /** After decompression. */
  maxResponseBytes: number
  /** Total timeout of a call, including its retry and the response body. */
  timeoutMs?: number
  /** Milliseconds from opening the circuit until one trial call. */
  trialAfterMs?: number
  /** Called when the service becomes unavailable, with the reason, and when it recovers. */
  onChange?: (change: { answers: true } | { answers: false; why: string }) => void
}

const defaultTimeoutMs = 10_000
/** Consecutive failures that open the circuit. */
const failuresInARow = 5
const defaultTrialAfterMs = 30_000
/** Maximum concurrent calls, so that a hanging service blocks only these. */
const maxConcurrent = 64
/** Delay of the retry after a broken connection or a temporary gateway error. */
const retryDelayMs = 200
const temporaryStatuses = new Set([502, 503, 504])

/**
 * Creates a JSON client with an API key and a circuit breaker: after five consecutive failures, calls fail immediately for
 * 30 s, then one trial call is sent (P-84). Redirects are failures (P-46). Errors never quote the response, which may
 * contain personal data.
 */
export function createHttpClient(options: ClientOptions): HttpClient {
  const {
    url,
    key,
    maxResponseBytes,
    timeoutMs = defaultTimeoutMs,
    trialAfterMs = defaultTrialAfterMs,
    onChange,
  } = options
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof RequestRejected || error instanceof RateLimited)),
    { halfOpenAfter: trialAfterMs, breaker: new ConsecutiveBreaker(failuresInARow) },
  )
  const retryOnce = retry(
    handleWhen((error) => isTemporary(error)),
    { maxAttempts: 1, backoff: new ConstantBackoff(retryDelayMs) },
  )
  const concurrency = bulkhead(maxConcurrent, 0)
  let down = false
  breaker.onBreak((reason) => {
    if (!down) onChange?.({ answers: false, why: 'error' in reason ? reasonOf(reason.error) : '' })
    down = true
  })
  breaker.onReset(() => {
    down = false
    onChange?.({ answers: true })
  })
  const once = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | null> => {
    const answer = await fetch(`${url}${request.path}`, {
      method: request.method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(request.body ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      body: request.body ? JSON.stringify(request.body) : null,
      signal,
    })
    return await readResponse(answer, maxResponseBytes)
  }
  return {
    send: (request, signal) => {
      // The library would make them wait for the trial call, up to their timeout.
      if (breaker.state === CircuitState.HalfOpen) return Promise.reject(new BrokenCircuitError())
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const sendOnce = () => once(request, deadline)
      const sendWithRetry = () => (request.retry === false ? sendOnce() : retryOnce.execute(sendOnce, deadline))
      return concurrency.execute(() => breaker.execute(sendWithRetry, deadline), deadline)
    },
    isAvailable: () => !down,
  }
}

async function readResponse(answer: Response, maxBytes: number): Promise<HttpResponse | null> {
  const { status, ok } = answer
  if (!ok) {
    if (isRefusal(status) && status !== 404) throw new RequestRejected(`http ${status}`, await refusalOf(answer))
    await answer.body?.cancel()
    if (status === 404) return null
    if (status === 429) throw new RateLimited(retryAfter(answer))
    throw new NoResponse(`http ${status}`, temporaryStatuses.has(status))
  }
  const text = await textOf(answer, maxBytes)
  try {
    return { text, body: JSON.parse(text) }
  } catch {
    // The message of JSON.parse quotes the response.
    throw new NoResponse('no JSON', false)
  }
}

const maxRefusalBytes = 16 * 1024
const defaultRetryMs = 1_000

/** JSON of a refusal; null if it has none. */
async function refusalOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await textOf(answer, maxRefusalBytes))
  } catch {
    return null
  }
}

/** Milliseconds until the service takes requests again, by the headers that it sends. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : defaultRetryMs
}

/** Whether a status concerns this request alone; an invalid key (401, 403) or a rate limit (429) concerns all. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)

async function textOf(answer: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength
    if (size > maxBytes) throw new NoResponse('too long', false)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

/** Whether a failure is temporary: a failed connection or a gateway error. */
function isTemporary(error: unknown): boolean {
  return error instanceof NoResponse ? error.temporary : error instanceof TypeError
}

/** Short reason: the code of a connection failure, or our own message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  if (error instanceof NoResponse) return error.message
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
