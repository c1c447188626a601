import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** What a database proxy does with clients: passes them on, refuses them, or answers as a pooler whose database is down. */
type ProxyMode = 'pass' | 'refuse' | 'pooler error'

/**
 * A TCP proxy before a test's database, or before a server, for real faults on the wire: connections that break in the middle
 * of something or stop to carry anything, a pooler that accepts clients while its database is gone, an address that moves.
 */
export async function openTestDatabaseProxy(url: string) {
  let target = addressOf(url)
  let isStalled = false
  const open = new Set<[client: Socket, server: Socket]>()
  let mode: ProxyMode = 'pass'

  const server: Server = createServer((client) => {
    client.on('error', () => undefined)
    if (mode === 'refuse') return void client.resetAndDestroy()
    if (mode === 'pooler error') {
      client.once('data', () =>
        client.end(fatalError('server login has been failing, try again later (server_login_retry)')),
      )
      return
    }
    const database = connect(target)
    const pair: [Socket, Socket] = [client, database]
    open.add(pair)
    database.on('error', () => client.destroy())
    for (const [from, to] of [pair, [database, client] as const]) {
      from.pipe(to)
      from.on('close', () => {
        to.destroy()
        open.delete(pair)
      })
    }
    if (isStalled) for (const socket of pair) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' && address ? address.port : 0)

  return {
    url: through.href,
    setMode: (next: ProxyMode) => {
      mode = next
    },
    /** Sends new connections to another address. */
    setTarget: (next: string) => {
      target = addressOf(next)
    },
    /** Stops to carry anything, as a network that loses every packet, or carries it all again. */
    setStalled: (stalled: boolean) => {
      isStalled = stalled
      for (const socket of [...open].flat()) {
        if (stalled) socket.pause()
        else socket.resume()
      }
    },
    /** Breaks every connection at once, without a word or with what PgBouncer says when its server is gone. */
    cut: (how: 'reset' | 'close' | 'pooler error') => {
      for (const [client, database] of open) {
        client.unpipe()
        database.unpipe()
        database.destroy()
        if (how === 'reset') client.resetAndDestroy()
        else if (how === 'close') client.end()
        else client.end(fatalError('server conn crashed?'))
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A Unix socket's path, or port and host. */
function addressOf(url: string): NetConnectOpts {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  const number = Number(port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}

/** An ErrorResponse as PgBouncer 1.18 sends it: every refusal of its own is 08P01. */
function fatalError(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
