import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { canary, mayAnswerNumbers, numbersIn } from './canary.ts'
import { unpacked } from './unpacked.ts'

/**
 * Loaded into the server under test (`--import`): every answer that it sends, to whomever, is looked through for the
 * canary, whole, unpacked and with its headers, and every message that it sends over an upgraded socket. What is found
 * goes to CANARY_DIR/found.txt, without the number; that she was seen at all to CANARY_DIR/seen.txt, because a search
 * that never meets her would prove nothing.
 */
const folder = process.env.CANARY_DIR ?? ''
mkdirSync(folder, { recursive: true })
let seen = false
/** Scripts and pictures are the same each time. */
const looked = new Set<string>()

subscribe('http.server.request.start', (message) => {
  if (!isExchange(message)) return
  const { request, response } = message
  const [path = ''] = (request.url ?? '').split('?')
  if (path.startsWith('/assets/') && looked.has(path)) return
  looked.add(path)
  const parts: Buffer[] = []
  let told: object = {}
  const keep = ([chunk, encoding]: readonly unknown[]) => {
    if (typeof chunk === 'string')
      parts.push(Buffer.from(chunk, typeof encoding === 'string' ? asEncoding(encoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk))
  }
  response.write = watched(response.write, keep)
  response.end = watched(response.end, keep)
  response.writeHead = watched(response.writeHead, (args) => {
    told = args.find((one) => typeof one === 'object' && one !== null) ?? {}
  })
  // Also when the other side hung up: what was sent by then has been sent.
  response.once('close', () => {
    const headers: Record<string, unknown> = { ...response.getHeaders(), ...told }
    look(`${request.method} ${path}`, Buffer.from(JSON.stringify(headers)), path)
    look(`${request.method} ${path}`, unpacked(Buffer.concat(parts), headers), path)
  })
})

subscribe('net.server.socket', (message) => {
  const socket = socketOf(message)
  if (!socket) return
  let upgraded = false
  const tell = ([chunk]: readonly unknown[]) => {
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : chunk instanceof Uint8Array ? Buffer.from(chunk) : null
    if (!bytes) return
    upgraded ||= bytes.subarray(0, 13).toString('latin1') === 'HTTP/1.1 101 '
    if (upgraded) look('a socket', bytes, '')
  }
  socket.write = watched(socket.write, tell)
  socket.end = watched(socket.end, tell)
})

function look(what: string, bytes: Buffer, path: string): void {
  if (!seen && bytes.includes(canary.lastName)) {
    seen = true
    appendFileSync(join(folder, 'seen.txt'), `${what} told of ${canary.lastName}\n`)
  }
  if (!mayAnswerNumbers.test(path) && numbersIn(bytes).length > 0)
    appendFileSync(join(folder, 'found.txt'), `The answer of ${what} held a number of hers\n`)
}

/** A function that does what it did and tells of what it is called with. */
function watched<F extends (...args: never[]) => unknown>(does: F, tell: (args: readonly unknown[]) => void): F {
  return new Proxy(does, {
    apply: (target, self, args) => {
      tell(args)
      return Reflect.apply(target, self, args)
    },
  })
}

function isExchange(message: unknown): message is { request: IncomingMessage; response: ServerResponse } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'request' in message &&
    'response' in message &&
    message.request instanceof IncomingMessage &&
    message.response instanceof ServerResponse
  )
}

function socketOf(message: unknown): Socket | null {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return null
  return message.socket instanceof Socket ? message.socket : null
}

const asEncoding = (name: string): BufferEncoding => (Buffer.isEncoding(name) ? name : 'utf8')
