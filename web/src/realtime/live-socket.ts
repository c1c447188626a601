import { Failure } from '@coverdesk/domain/failure.ts'
import { socketEventName } from '@coverdesk/domain/realtime/live-event.ts'
import { realtime, type SessionOver } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { io } from 'socket.io-client'
import { failureMessage, loadSpanish } from '../platform/failures/failure-message.ts'
import { endRevokedSession } from '../platform/session/session.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { connected, dispatchLiveEvent } from './live-events.ts'

/** Delay in milliseconds before reconnecting after the server closed the socket. */
const reconnectDelay = 5_000

/**
 * Keeps a socket open for the session of `token`, and ends that session when it is ended elsewhere (P-21). The app
 * works without a socket. Connect timeout 20 s, reconnect after 1 to 5 s (NOTIF-08). Returns a close function.
 */
export function openLiveSocket(token: string): () => void {
  const socket = io({
    transports: ['websocket'],
    timeout: 20_000,
    // Jittered, so that not all pages reconnect at once.
    reconnectionDelay: 2_000,
    randomizationFactor: 0.5,
    reconnectionDelayMax: 5_000,
  })
  let warned = false
  let again: ReturnType<typeof setTimeout> | undefined
  socket.on('connect', () => {
    // The token is in the first message, not in the URL, which proxies log.
    socket.emit('create', 'authentication', { strategy: 'jwt', accessToken: token }, {}, (refusal: unknown) => {
      if (refusal === null) return dispatchLiveEvent(connected, null)
      const { code, message, details } = readRefusal(refusal)
      if (code === 'session.ended') void endSessionOfSocket('expired', details ? { message, details } : null)
      if (code === 'session.too_many_tabs' && !warned) toasts.warning(message)
      warned ||= code === 'session.too_many_tabs'
      socket.disconnect()
      tryLater()
    })
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') tryLater()
  })
  socket.onAny((name: string, record: unknown) => {
    const over = name === socketEventName(realtime.sessionOver) ? realtime.sessionOver.record.safeParse(record) : null
    if (!over?.success) return dispatchLiveEvent(name, record)
    const { over: kind, message, end } = over.data
    void endSessionOfSocket(kind, message ? { message, details: end } : null)
  })

  /** `told` is what happened when the user did not cause it here. */
  async function endSessionOfSocket(kind: SessionOver, told: { message: string; details: unknown } | null) {
    if (told) await loadSpanish()
    const failure = told && new Failure('session.ended', { status: 401, ...told })
    endRevokedSession(token, kind, failure && failureMessage(failure))
  }

  function tryLater(): void {
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), reconnectDelay)
  }

  return () => {
    socket.removeAllListeners()
    clearTimeout(again)
    socket.disconnect()
  }
}

/** Parts of the server's refusal, which is an error of the Feathers protocol. */
function readRefusal(refusal: unknown): { code: unknown; message: string; details: unknown } {
  const parts = new Map(Object.entries(refusal ?? {}))
  const data = new Map(Object.entries(parts.get('data') ?? {}))
  return { code: data.get('code'), message: String(parts.get('message')), details: data.get('details') }
}
