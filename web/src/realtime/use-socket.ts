import { useEffect } from 'react'

/** Keeps the socket of a session while somebody is signed in; its library is loaded only then, and may fail to. */
export function useSocket(token: string | null): void {
  useEffect(() => {
    if (token === null) return
    let left = false
    let close: (() => void) | undefined
    void import('./live-socket.ts').then(
      ({ keepSocket }) => {
        if (!left) close = keepSocket(token)
      },
      () => undefined,
    )
    return () => {
      left = true
      close?.()
    }
  }, [token])
}
