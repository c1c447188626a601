import { wireName } from '@coverdesk/domain/realtime/live-event.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { io } from 'socket.io-client'
import { endRevokedSession } from '../platform/session/session.ts'
import { connected, passOn } from './live-events.ts'

/** After the server closed the socket without ending the session, it is tried again so much later. */
const tryAgainAfter = 5_000

/**
 * Keeps a socket to the server for as long as the session of `token` lasts, and ends that session here as soon as it is
 * ended anywhere (P-21). Where no socket can be had everything goes on without one: the next call finds the session
 * ended. Waits for a connection 20 s and tries again after 1 to 5 s (NOTIF-08). Answers how to close it.
 */
export function keepSocket(token: string): () => void {
  const socket = io({
    transports: ['websocket'],
    timeout: 20_000,
    // Up to a half more or less, so that not all pages come back in the same moment.
    reconnectionDelay: 2_000,
    randomizationFactor: 0.5,
    reconnectionDelayMax: 5_000,
  })
  let again: ReturnType<typeof setTimeout> | undefined
  socket.on('connect', () => {
    // The token goes in the first message, never in the address, which proxies write down.
    socket.emit('create', 'authentication', { strategy: 'jwt', accessToken: token }, {}, (refusal: unknown) => {
      if (refusal === null) return passOn(connected, null)
      if (codeOf(refusal) === 'session.ended') endRevokedSession(token, 'expired')
      socket.disconnect()
      tryLater()
    })
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') tryLater()
  })
  socket.onAny((name: string, record: unknown) => {
    const over = name === wireName(realtime.sessionOver) ? realtime.sessionOver.record.safeParse(record) : null
    if (over?.success) endRevokedSession(token, over.data.over)
    else passOn(name, record)
  })

  function tryLater(): void {
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), tryAgainAfter)
  }

  return () => {
    socket.removeAllListeners()
    clearTimeout(again)
    socket.disconnect()
  }
}

function codeOf(refusal: unknown): unknown {
  if (typeof refusal !== 'object' || refusal === null || !('data' in refusal)) return null
  const { data } = refusal
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : null
}
