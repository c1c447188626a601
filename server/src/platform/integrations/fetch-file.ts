import { Readable } from 'node:stream'

/** What the server said about an earlier file, so that it sends only a changed one. */
export interface FileVersion {
  etag: string | null
  lastModified: string | null
}

/** File as it arrives; `version` is for the next request. */
export interface FetchedFile {
  stream: Readable
  /** Null when unknown. */
  length: number | null
  /** Last part of the address. */
  name: string
  version: FileVersion
}

export interface FetchLimits {
  maxBytes: number
  /** To the first byte. */
  answerMs: number
  /** Between two pieces of the file. */
  idleMs: number
  /** For the whole file. */
  totalMs: number
}

/** No file came; the message is a sentence for a person. */
export class FileNotFetched extends Error {}

/**
 * Fetches a file that is no web page; null if it did not change since `known`. Its stream fails with `FileNotFetched` when
 * the file is too large, stops arriving or breaks off. Redirects are failures (P-46).
 */
export async function fetchFile(
  url: string,
  known: FileVersion | null,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedFile | null> {
  const idle = new IdleTimer(limits.answerMs)
  const ends = AbortSignal.any([signal, idle.signal, AbortSignal.timeout(limits.totalMs)])
  try {
    const answer = await fetch(url, { redirect: 'manual', headers: headersOf(known), signal: ends })
    if (answer.status === 304 && known !== null) {
      await answer.body?.cancel()
      idle.stop()
      return null
    }
    await refuseOther(answer)
    const pieces = arriving(answer, limits, idle)
    const first = await pieces.next()
    refuseOtherText(first.value ?? Buffer.alloc(0))
    const length = answer.headers.has('content-encoding') ? null : Number(answer.headers.get('content-length') ?? 0)
    return {
      stream: Readable.from(withFirst(first.value, pieces), { objectMode: false }),
      length: length || null,
      name: decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? ''),
      version: { etag: answer.headers.get('etag'), lastModified: answer.headers.get('last-modified') },
    }
  } catch (error) {
    idle.stop()
    throw sentenceOf(error, limits)
  }
}

function headersOf(known: FileVersion | null): Record<string, string> {
  return {
    accept: 'text/csv, application/octet-stream;q=0.9, */*;q=0.1',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
}

const webPage = 'The server sent a web page instead of a CSV file'

async function refuseOther(answer: Response): Promise<void> {
  const { status, headers } = answer
  const isPage = /^(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '')
  if (status === 200 && !isPage) return
  await answer.body?.cancel()
  if (status === 200) throw new FileNotFetched(webPage)
  const target = headers.get('location')
  if (status >= 300 && status < 400 && target)
    throw new FileNotFetched(`The address leads to another one (${status}) on ${hostOf(target, answer.url)}`)
  if (status === 404 || status === 410) throw new FileNotFetched(`The server has no file at this address (${status})`)
  throw new FileNotFetched(`The server answered with the error ${status}`)
}

/** Servers also send pages and errors with the type of a file. */
function refuseOtherText(start: Uint8Array): void {
  if (start.length === 0) throw new FileNotFetched('The file is empty')
  const text = new TextDecoder().decode(start.subarray(0, 200)).trimStart()
  if (text.startsWith('<')) throw new FileNotFetched(webPage)
  if (text.startsWith('{') || text.startsWith('['))
    throw new FileNotFetched('The server sent JSON instead of a CSV file')
}

function hostOf(target: string, base: string): string {
  return URL.canParse(target, base) ? new URL(target, base).host : 'another server'
}

async function* arriving(
  answer: Response,
  limits: FetchLimits,
  idle: IdleTimer,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0
  try {
    for await (const piece of answer.body ?? []) {
      bytes += piece.byteLength
      if (bytes > limits.maxBytes)
        throw new FileNotFetched(`The file is larger than ${Math.floor(limits.maxBytes / 1024 ** 2)} MB`)
      // The reader may be slower than the server.
      idle.stop()
      if (piece.byteLength > 0) yield piece
      idle.restart(limits.idleMs)
    }
  } catch (error) {
    throw sentenceOf(error, limits)
  } finally {
    idle.stop()
  }
}

async function* withFirst(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first) yield first
  yield* rest
}

function sentenceOf(error: unknown, { totalMs }: FetchLimits): Error {
  if (error instanceof FileNotFetched || !(error instanceof Error)) return new FileNotFetched(textOf(error))
  if (error.name === 'TimeoutError')
    return new FileNotFetched(`The file did not arrive within ${Math.round(totalMs / 60_000)} minutes`)
  if (error.name === 'AbortError') return error
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'UND_ERR_SOCKET' || error.message === 'terminated')
    return new FileNotFetched('The connection broke off before the file was complete')
  return new FileNotFetched(`The server could not be reached (${typeof code === 'string' ? code : error.name})`)
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'The file could not be fetched')

/** Aborts its signal unless it is restarted in time. */
class IdleTimer {
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.#timer = this.#start(ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = this.#start(ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(ms: number): NodeJS.Timeout {
    const seconds = Math.ceil(ms / 1000)
    const reason = new FileNotFetched(`The server sent nothing for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`)
    const expire = () => this.#controller.abort(reason)
    return setTimeout(expire, ms).unref()
  }
}
