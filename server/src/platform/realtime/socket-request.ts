import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config/config.ts'

/** Where the sockets are opened. */
export const socketPath = '/socket.io/'

/** Who opens a socket, as far as the request tells: address and host behind the proxies that are trusted, as for any call. */
export interface SocketAsker {
  address: string
  host: string
}

export type SocketRefusal = 'elsewhere' | 'malformed'

/** Reads the requests that want to become sockets. */
export function socketRequests(config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'trustedProxies'>) {
  const trusted = config.trustedProxies.length > 0 ? proxyAddr.compile(config.trustedProxies) : () => false
  const allowed = new Set(
    [new URL(config.publicUrl).origin, ...config.corsOrigins].map((origin) => origin.toLowerCase()),
  )

  function asker(request: IncomingMessage): SocketAsker {
    const told = request.headers['x-forwarded-host']
    const believed = told !== undefined && trusted(request.socket.remoteAddress ?? '', 0)
    const forwarded = believed ? String(told).split(',').at(-1)?.trim() : undefined
    return { address: proxyAddr(request, trusted), host: forwarded ?? request.headers.host ?? '' }
  }

  /**
   * Why a request may not become a socket, or null. A browser always names the page's origin, which must be ours or one
   * that is listed; a program names none, and what it may do hangs on its token.
   */
  function refusal(request: IncomingMessage): SocketRefusal | null {
    if (request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length !== 1)
      return 'malformed'
    const origin = request.headers.origin?.toLowerCase()
    if (origin === undefined || allowed.has(origin)) return null
    return URL.parse(origin)?.host === asker(request).host.toLowerCase() ? null : 'elsewhere'
  }

  return { asker, refusal }
}

/** True for a request that wants a socket of ours; every other wish for another protocol is answered as plain HTTP. */
export function wantsSocket(request: IncomingMessage): boolean {
  const path = request.url?.split('?')[0]
  return (
    request.headers.upgrade?.toLowerCase() === 'websocket' && (path === socketPath || path === socketPath.slice(0, -1))
  )
}
