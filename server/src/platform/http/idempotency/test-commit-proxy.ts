import { createConnection, createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * Proxy between a server and its database. Once armed, it drops the acknowledgement of the first commit that stored an
 * Idempotency-Key and calls `lost`: the change is durable, but the server does not know.
 */
export async function openTestCommitProxy(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let lost: ((cut: () => void) => void) | null = null
  const server = createServer((client) => {
    const database = createConnection(target)
    let stores = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', (sent) => {
      stores ||= sent.includes('insert into idempotency_keys')
      database.write(sent)
    })
    database.on('data', (answered) => {
      if (lost === null || !stores || !answered.includes('COMMIT\0')) return void client.write(answered)
      const call = lost
      lost = null
      call(() => client.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return {
    url: url.href,
    /** Drops the acknowledgement of the next such commit, then calls `call`, which may cut the connection. */
    arm: (call: (cut: () => void) => void) => {
      lost = call
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
