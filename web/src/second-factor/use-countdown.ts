import { useEffect, useState } from 'react'

/** Whole seconds left of a wait, computed from the clock, so that a sleeping tab is right when it wakes. */
export function useCountdown(): { left: number; begin: (seconds: number) => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [running])
  return {
    left,
    begin(seconds) {
      setNow(Date.now())
      setEnd(Date.now() + seconds * 1000)
    },
  }
}
