import { useEffect } from 'react'

/** Opens a socket while signed in; its library is loaded on demand, and failures are ignored. */
export function useSocket(token: string | null): void {
  useEffect(() => {
    if (token === null) return
    let left = false
    let close: (() => void) | undefined
    void import('./live-socket.ts').then(
      ({ openLiveSocket }) => {
        if (!left) close = openLiveSocket(token)
      },
      () => undefined,
    )
    return () => {
      left = true
      close?.()
    }
  }, [token])
}
