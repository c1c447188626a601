import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Idle and slow clients that hold connections of a server: `crowd.ts <port> <token> <idle>`. Notifies its parent when all are
 * connected, reconnects what the server disconnects until it is killed, and reports the number of disconnects on request.
 */
const [port, token, idle] = process.argv.slice(2)
const host = 'Host: localhost\r\n'
let disconnects = 0

function keepOpen(act: (socket: Socket) => unknown): Promise<void> {
  return new Promise((resolve) => {
    const open = () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.once('connect', () => {
        act(socket)
        resolve()
      })
      socket.once('close', () => {
        disconnects++
        // Random delays, so that clients do not reconnect all at once.
        setTimeout(open, Math.random() * 5_000)
      })
    }
    open()
  })
}

async function drip(socket: Socket, bytes: string): Promise<void> {
  for (; socket.writable; await pause(1_000)) socket.write(bytes)
}

const discard = (socket: Socket) => socket.resume()
const kinds: [count: number, act: (socket: Socket) => unknown][] = [
  [Number(idle) / 2, discard],
  [
    Number(idle) / 2,
    (socket) => {
      discard(socket)
      socket.write(`GET /health/live HTTP/1.1\r\n${host}\r\n`)
    },
  ],
  [
    200,
    (socket) => {
      discard(socket)
      socket.write(`GET / HTTP/1.1\r\n${host}`)
      return drip(socket, 'X-a: b\r\n')
    },
  ],
  [
    200,
    (socket) => {
      discard(socket)
      socket.write(
        `POST /identity/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n`,
      )
      return drip(socket, ' ')
    },
  ],
  [
    10,
    (socket) => {
      socket.pause()
      socket.write(
        `GET /api/Policies HTTP/1.1\r\n${host}Accept: text/csv\r\nAuthorization: Bearer ${token}\r\nSec-Fetch-Site: none\r\n\r\n`,
      )
    },
  ],
]

for (const [count, act] of kinds)
  for (let at = 0; at < count; at += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - at) }, () => keepOpen(act)))
process.send?.('connected')
process.on('message', () => process.send?.(disconnects))
