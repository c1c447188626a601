import { readFileSync } from 'node:fs'
import { BlockList, isIP, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How long slow clients are put up with, and how many of them (P-80). Times are in milliseconds. */
export interface ClientLimits {
  /** Until the headers of a request are whole, counted from the connection, or from the first byte of a later request. */
  headers: number
  /** How often that is looked at. */
  look: number
  /** In each stretch of this length a body must bring `least` bytes, or end. An upload may go on for hours so. */
  bodyStretch: number
  /** In each of this length an answer that waits for its reader must get rid of `least` bytes, or end. */
  answerStretch: number
  least: number
  /** Connections at once, of all and of one address. */
  connections: number
  connectionsOfAddress: number
  /** Addresses and networks that bring those of many people, beside TRUSTED_PROXIES. */
  proxies: readonly string[]
}

/** Files that this process may hold open beside connections: the database's, the logs, what is served and exported. */
const otherFiles = 600

export const clientLimits: ClientLimits = {
  headers: 30_000,
  // Often, so that those who came one after the other are not all shown out at once.
  look: 1_000,
  bodyStretch: 60_000,
  // What is written in one piece counts when the last byte of it is gone: the largest file of the page in one stretch.
  answerStretch: 120_000,
  least: 64 * 1024,
  connections: Math.min(20_000, Math.max(500, maxFiles() - otherFiles)),
  connectionsOfAddress: 1_000,
  // A proxy on this machine.
  proxies: ['127.0.0.0/8', '::1'],
}

/** Of this process; Node raises its own limit to the hard one. */
function maxFiles(): number {
  try {
    const [, , hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return Number(hard ?? 4_096)
  } catch {
    return 4_096
  }
}

/** What the HTTP server is made with. */
export const httpLimits = ({ headers, look }: ClientLimits) => ({
  headersTimeout: headers,
  connectionsCheckingInterval: look,
  maxHeaderSize: 16 * 1024,
})

interface Exchange {
  answered: boolean
  request: FastifyRequest
  reply: FastifyReply
  socket: Socket
  reading: Stretch
  answering: Stretch
}
interface Stretch {
  since: number
  bytes: number
}

/**
 * Ends exchanges with clients that send or read next to nothing, so that they hold neither a place among the uploads nor
 * the rows of an export, and keeps the number of connections below what the process can hold.
 */
export function refuseSlowClients(app: FastifyInstance, limits: ClientLimits, trustedProxies: readonly string[]): void {
  limitConnections(app, limits, proxyList([...limits.proxies, ...trustedProxies]))
  const open = new Set<Exchange>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const now = performance.now()
    const exchange = {
      ...{ request, reply, socket, answered: false },
      reading: { since: now, bytes: socket.bytesRead },
      answering: { since: now, bytes: sentOf(socket) },
    }
    open.add(exchange)
    reply.raw.once('close', () => {
      exchange.answered = true
      // What was refused at its headers may still be sent.
      if (request.raw.complete) open.delete(exchange)
    })
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const exchange of open)
      if (isOver(exchange)) open.delete(exchange)
      else look(app, exchange, limits, now)
  }, limits.look)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const isOver = ({ request, socket, answered }: Exchange) => socket.destroyed || (answered && request.raw.complete)

function look(app: FastifyInstance, exchange: Exchange, limits: ClientLimits, now: number): void {
  const { request, reply, socket, reading, answering } = exchange
  const { bodyStretch, answerStretch, least } = limits
  // Bytes that came and that nobody takes yet, such as rows on their way into a busy database, are no fault of the sender.
  const waitsForBody = !request.raw.complete && request.raw.readableLength === 0 && !request.raw.isPaused()
  if (isTooSlow(reading, { moves: waitsForBody, bytes: socket.bytesRead, stretch: bodyStretch, least, now })) {
    if (reply.raw.headersSent) socket.destroy()
    // Answered as node answers headers that do not come.
    else app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    return
  }
  const waitsForReader = socket.writableLength > 0
  if (isTooSlow(answering, { moves: waitsForReader, bytes: sentOf(socket), stretch: answerStretch, least, now }))
    socket.destroy()
}

/** Bytes that the operating system took over for the other side. */
const sentOf = (socket: Socket) => socket.bytesWritten - socket.writableLength

interface Seen {
  /** False: it is not the client who is waited for. */
  moves: boolean
  bytes: number
  stretch: number
  least: number
  now: number
}

/** Whether a stretch is over in which too little moved; begins the next one where it was enough. */
function isTooSlow(stretch: Stretch, { moves, bytes, stretch: length, least, now }: Seen): boolean {
  if (moves && bytes - stretch.bytes < least) return now - stretch.since >= length
  stretch.since = now
  stretch.bytes = bytes
  return false
}

const full = 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 30\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

function limitConnections(app: FastifyInstance, limits: ClientLimits, proxies: BlockList): void {
  const ofAddress = new Map<string, number>()
  let all = 0
  app.server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (ofAddress.get(address) ?? 0) + 1
    const tooMany = all >= limits.connections || (count > limits.connectionsOfAddress && !isIn(proxies, address))
    if (tooMany) {
      socket.on('error', () => undefined)
      // Before a TLS handshake nothing can be said that the other side understands.
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
