/** Keys typed before their input was rendered. */
export interface TypedAhead {
  text: string
  /** Enter was the last key. */
  entered: boolean
}

const nothing: TypedAhead = { text: '', entered: false }
/** Timeout after which keys go to the screen again if the input never appears. */
const maxWaitMs = 10_000

let typed = nothing
let stop: (() => void) | null = null

/** Captures keys from now on, until the input takes them; Esc cancels. */
export function startTypeAhead(cancel: () => void): void {
  takeTypedAhead()
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    const { text } = typed
    if (event.key === 'Enter') typed = { text, entered: true }
    else if (event.key === 'Backspace') typed = { text: [...text].slice(0, -1).join(''), entered: false }
    else if ([...event.key].length === 1) typed = { text: text + event.key, entered: false }
    else if (event.key === 'Escape') {
      takeTypedAhead()
      cancel()
    }
  }
  document.addEventListener('keydown', press, true)
  const waited = setTimeout(takeTypedAhead, maxWaitMs)
  stop = () => {
    document.removeEventListener('keydown', press, true)
    clearTimeout(waited)
  }
}

/** Stops capturing and returns the keys. */
export function takeTypedAhead(): TypedAhead {
  stop?.()
  stop = null
  const taken = typed
  typed = nothing
  return taken
}
