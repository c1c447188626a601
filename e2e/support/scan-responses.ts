import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { canary, numbersIn, revealPath } from './canary.ts'
import { decodeBody } from './decode-body.ts'

/**
 * Loaded into the server under test (`--import`): scans every response, decoded and with its headers, and every message over
 * an upgraded socket for the canary's numbers. Writes findings to CANARY_DIR/found.txt, without the number, and the first
 * occurrence of her name to CANARY_DIR/seen.txt, since a scan that never sees her proves nothing.
 */
const folder = process.env.CANARY_DIR ?? ''
mkdirSync(folder, { recursive: true })
let seen = false
/** Assets, which never change, are scanned once. */
const scannedAssets = new Set<string>()

subscribe('http.server.request.start', (message) => {
  if (!isExchange(message)) return
  const { request, response } = message
  const [path = ''] = (request.url ?? '').split('?')
  if (path.startsWith('/assets/') && scannedAssets.has(path)) return
  scannedAssets.add(path)
  const parts: Buffer[] = []
  let writtenHeaders: object = {}
  const collect = ([chunk, encoding]: readonly unknown[]) => {
    if (typeof chunk === 'string')
      parts.push(Buffer.from(chunk, typeof encoding === 'string' ? asEncoding(encoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk))
  }
  response.write = intercept(response.write, collect)
  response.end = intercept(response.end, collect)
  response.writeHead = intercept(response.writeHead, (args) => {
    writtenHeaders = args.find((one) => typeof one === 'object' && one !== null) ?? {}
  })
  // Also when the client disconnected: the sent part counts.
  response.once('close', () => {
    const headers: Record<string, unknown> = { ...response.getHeaders(), ...writtenHeaders }
    scan(`${request.method} ${path}`, Buffer.from(JSON.stringify(headers)), path)
    scan(`${request.method} ${path}`, decodeBody(Buffer.concat(parts), headers), path)
  })
})

subscribe('net.server.socket', (message) => {
  const socket = socketOf(message)
  if (!socket) return
  let upgraded = false
  const scanChunk = ([chunk]: readonly unknown[]) => {
    const bytes =
      typeof chunk === 'string' ? Buffer.from(chunk) : chunk instanceof Uint8Array ? Buffer.from(chunk) : null
    if (!bytes) return
    upgraded ||= bytes.subarray(0, 13).toString('latin1') === 'HTTP/1.1 101 '
    if (upgraded) scan('a socket', bytes, '')
  }
  socket.write = intercept(socket.write, scanChunk)
  socket.end = intercept(socket.end, scanChunk)
})

function scan(what: string, bytes: Buffer, path: string): void {
  if (!seen && bytes.includes(canary.lastName)) {
    seen = true
    appendFileSync(join(folder, 'seen.txt'), `${what} contained ${canary.lastName}\n`)
  }
  if (!revealPath.test(path) && numbersIn(bytes).length > 0)
    appendFileSync(join(folder, 'found.txt'), `The response of ${what} held a canary number\n`)
}

/** Wraps a function and reports its arguments. */
function intercept<F extends (...args: never[]) => unknown>(
  original: F,
  onCall: (args: readonly unknown[]) => void,
): F {
  return new Proxy(original, {
    apply: (target, self, args) => {
      onCall(args)
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
