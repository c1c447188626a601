import type { AddressInfo } from 'node:net'
import { feathers, type ServiceInterface } from '@feathersjs/feathers'
import socketio from '@feathersjs/socketio-client'
import type { FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'

/** Services that tests call by the stock client. */
type Services = Record<'authentication' | 'notifications', ServiceInterface>

/** A page's socket as a test sees it. */
export interface TestSocket {
  socket: Socket
  /** The stock Feathers client on it. */
  client: ReturnType<typeof feathers<Services>>
  signIn: (token: string) => Promise<unknown>
  /** Received events in order, by their wire name. */
  heard: { name: string; record: unknown }[]
  /** Resolves with the seconds that passed since this call until the socket was closed. */
  closed: () => Promise<number>
}

/** Makes an app listen on a local port and returns it. */
export async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address() satisfies string | AddressInfo | null
  return typeof address === 'object' && address ? address.port : 0
}

/** Opens a socket to a server of this machine as a browser page of `origin` would; as a program when there is none. */
export async function openSocket(port: number, origin?: string): Promise<TestSocket> {
  return await testSocketOf(
    io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...(origin ? { extraHeaders: { origin } } : {}),
    }),
  )
}

/** A socket with the stock Feathers client on it, once it is connected. */
export async function testSocketOf(socket: Socket): Promise<TestSocket> {
  // One library in two builds, whose classes TypeScript does not take for the same.
  const sameSocket = socket as unknown as Parameters<typeof socketio.default>[0]
  const client = feathers<Services>().configure(socketio.default(sameSocket))
  const heard: TestSocket['heard'] = []
  socket.onAny((name: string, record: unknown) => heard.push({ name, record }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
  return {
    socket,
    client,
    heard,
    signIn: (accessToken) => client.service('authentication').create({ strategy: 'jwt', accessToken }),
    closed: async () => {
      const since = performance.now()
      if (socket.connected) await new Promise((resolve) => socket.once('disconnect', resolve))
      return (performance.now() - since) / 1_000
    },
  }
}
