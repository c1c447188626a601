import { readFileSync } from 'node:fs'
import { BlockList, isIP, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Limits for slow clients (P-80). Times are in milliseconds. */
export interface ClientLimits {
  /** Timeout for complete headers, from the connection or from the first byte of a later request. */
  headers: number
  /** Interval of the checks. */
  checkInterval: number
  /** Window in which a request body must deliver `minBytes` bytes. An upload may take hours at that rate. */
  bodyWindow: number
  /** Window in which a blocked response must send `minBytes` bytes. */
  responseWindow: number
  minBytes: number
  /** Maximum concurrent connections, in total and per address. */
  connections: number
  connectionsPerAddress: number
  /** Addresses and networks of proxies in addition to TRUSTED_PROXIES, exempt from the limit per address. */
  proxies: readonly string[]
}

/** File descriptors reserved for the database, logs, assets and exports. */
const otherFiles = 600

export const clientLimits: ClientLimits = {
  headers: 30_000,
  // Frequent, so that clients that connected at different times are not all closed together.
  checkInterval: 1_000,
  bodyWindow: 60_000,
  // One write counts only when its last byte is sent, so the window must fit the largest asset.
  responseWindow: 120_000,
  minBytes: 64 * 1024,
  connections: Math.min(20_000, Math.max(500, maxFiles() - otherFiles)),
  connectionsPerAddress: 1_000,
  // Local proxies.
  proxies: ['127.0.0.0/8', '::1'],
}

/** Hard limit of open files; Node raises its soft limit to it. */
function maxFiles(): number {
  try {
    const [, , hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return Number(hard ?? 4_096)
  } catch {
    return 4_096
  }
}

/** Options of the HTTP server. */
export const httpLimits = ({ headers, checkInterval }: ClientLimits) => ({
  headersTimeout: headers,
  connectionsCheckingInterval: checkInterval,
  maxHeaderSize: 16 * 1024,
})

interface Exchange {
  answered: boolean
  request: FastifyRequest
  reply: FastifyReply
  socket: Socket
  reading: Window
  answering: Window
}
interface Window {
  since: number
  bytes: number
}

/**
 * Closes connections of clients that send or read too slowly, so that they don't block upload slots or exports, and limits
 * the number of connections to what the process can hold.
 */
export function refuseSlowClients(app: FastifyInstance, limits: ClientLimits, trustedProxies: readonly string[]): void {
  limitConnections(app, limits, proxyList([...limits.proxies, ...trustedProxies]))
  const open = new Set<Exchange>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const now = performance.now()
    const exchange = {
      request,
      reply,
      socket,
      answered: false,
      reading: { since: now, bytes: socket.bytesRead },
      answering: { since: now, bytes: sentOf(socket) },
    }
    open.add(exchange)
    reply.raw.once('close', () => {
      exchange.answered = true
      // The client of a rejected request may still be sending its body.
      if (request.raw.complete) open.delete(exchange)
    })
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const exchange of open)
      if (isOver(exchange)) open.delete(exchange)
      else checkExchange(app, exchange, limits, now)
  }, limits.checkInterval)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const isOver = ({ request, socket, answered }: Exchange) => socket.destroyed || (answered && request.raw.complete)

function checkExchange(app: FastifyInstance, exchange: Exchange, limits: ClientLimits, now: number): void {
  const { request, reply, socket, reading, answering } = exchange
  const { bodyWindow, responseWindow, minBytes } = limits
  // Unread bytes mean that the server is slow (for example a busy database), not the client.
  const waitsForBody = !request.raw.complete && request.raw.readableLength === 0 && !request.raw.isPaused()
  if (isTooSlow(reading, { waiting: waitsForBody, bytes: socket.bytesRead, windowMs: bodyWindow, minBytes, now })) {
    if (reply.raw.headersSent) socket.destroy()
    // Same response as Node's for a header timeout.
    else app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    return
  }
  const waitsForReader = socket.writableLength > 0
  if (isTooSlow(answering, { waiting: waitsForReader, bytes: sentOf(socket), windowMs: responseWindow, minBytes, now }))
    socket.destroy()
}

/** Bytes handed to the operating system. */
const sentOf = (socket: Socket) => socket.bytesWritten - socket.writableLength

interface Progress {
  /** False when the server, not the client, causes the delay. */
  waiting: boolean
  bytes: number
  windowMs: number
  minBytes: number
  now: number
}

/** Whether too few bytes moved in a full window; starts the next window when enough did. */
function isTooSlow(window: Window, { waiting, bytes, windowMs, minBytes, now }: Progress): boolean {
  if (waiting && bytes - window.bytes < minBytes) return now - window.since >= windowMs
  window.since = now
  window.bytes = bytes
  return false
}

const full = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 30\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

function limitConnections(app: FastifyInstance, limits: ClientLimits, proxies: BlockList): void {
  const ofAddress = new Map<string, number>()
  let all = 0
  app.server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (ofAddress.get(address) ?? 0) + 1
    const tooMany = all >= limits.connections || (count > limits.connectionsPerAddress && !isIn(proxies, address))
    if (tooMany) {
      socket.on('error', () => undefined)
      // Before the TLS handshake there is no way to send a response.
      if (app.server instanceof TlsServer) socket.destroy()
      else {
        socket.end(full)
        socket.destroySoon()
      }
      return
    }
    all++
    ofAddress.set(address, count)
    socket.once('close', () => {
      all--
      const left = (ofAddress.get(address) ?? 1) - 1
      if (left > 0) ofAddress.set(address, left)
      else ofAddress.delete(address)
    })
  })
}

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function proxyList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, kindOf(address))
    else list.addSubnet(address, Number(bits), kindOf(address))
  }
  return list
}

function isIn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && list.check(plain, kindOf(plain))
}
