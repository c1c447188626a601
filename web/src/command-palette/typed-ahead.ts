/** What was typed before the field that it is meant for was there. */
export interface TypedAhead {
  text: string
  /** Enter was the last of it. */
  entered: boolean
}

const nothing: TypedAhead = { text: '', entered: false }
/** A field that does not come at all gives the keys back to the screen. */
const maxWaitMs = 10_000

let typed = nothing
let stop: (() => void) | null = null

/** Keeps what is typed from now on away from the screen, until the field takes it; Esc calls it off. */
export function listenAhead(callOff: () => void): void {
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
      callOff()
    }
  }
  document.addEventListener('keydown', press, true)
  const waited = setTimeout(takeTypedAhead, maxWaitMs)
  stop = () => {
    document.removeEventListener('keydown', press, true)
    clearTimeout(waited)
  }
}

/** Ends the listening and answers what was typed meanwhile. */
export function takeTypedAhead(): TypedAhead {
  stop?.()
  stop = null
  const taken = typed
  typed = nothing
  return taken
}
