import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Everybody who takes places of a server and gives nothing for them: `crowd.ts <port> <token> <idle>`. Tells its parent when all
 * are there, and replaces those who were shown out, until it is killed. Also says how many those were.
 */
const [port, token, idle] = process.argv.slice(2)
const host = 'Host: localhost\r\n'
let out = 0

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
        out++
        // Whoever is refused comes back, but they have not agreed on when.
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
process.send?.('there')
process.on('message', () => process.send?.(out))
