import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config/config.ts'

/** Path of the socket server. */
export const socketPath = '/socket.io/'

/** Client of a socket: address and host, resolved through trusted proxies like those of a call. */
export interface SocketClient {
  address: string
  host: string
}

export type SocketRefusal = 'elsewhere' | 'malformed'

/** Parses and checks requests of sockets. */
export function socketRequests(config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'trustedProxies'>) {
  const trusted = config.trustedProxies.length > 0 ? proxyAddr.compile(config.trustedProxies) : () => false
  const allowed = new Set(
    [new URL(config.publicUrl).origin, ...config.corsOrigins].map((origin) => origin.toLowerCase()),
  )

  function client(request: IncomingMessage): SocketClient {
    const forwardedHost = request.headers['x-forwarded-host']
    const isTrusted = forwardedHost !== undefined && trusted(request.socket.remoteAddress ?? '', 0)
    const forwarded = isTrusted ? String(forwardedHost).split(',').at(-1)?.trim() : undefined
    return { address: proxyAddr(request, trusted), host: forwarded ?? request.headers.host ?? '' }
  }

  /**
   * Reason to reject a request, or null. A browser always sends Origin, which must be ours or listed; programs send none and
   * are restricted by their token.
   */
  function refusal(request: IncomingMessage): SocketRefusal | null {
    if (request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length !== 1)
      return 'malformed'
    const origin = request.headers.origin?.toLowerCase()
    if (origin === undefined || allowed.has(origin)) return null
    return URL.parse(origin)?.host === client(request).host.toLowerCase() ? null : 'elsewhere'
  }

  return { client, refusal }
}

/** Whether a request opens a connection; later ones name theirs. */
export function isHandshake(request: IncomingMessage): boolean {
  return !new URLSearchParams(request.url?.split('?')[1]).has('sid')
}

/** Whether a request is an upgrade to our socket; other upgrade requests get a plain HTTP response. */
export function wantsSocket(request: IncomingMessage): boolean {
  const path = request.url?.split('?')[0]
  return (
    request.headers.upgrade?.toLowerCase() === 'websocket' && (path === socketPath || path === socketPath.slice(0, -1))
  )
}
