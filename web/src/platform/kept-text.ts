import { currentToken, holderOf, onSessionEnd, onSessionStart } from './session.ts'

/** What somebody typed into a form and has not sent. */
interface KeptText {
  /** The form's name, as the person knows it. */
  title: string
  values: Record<string, unknown>
  holder: string
}

/** A working day, and as long as the longest session. */
const keptFor = 8 * 3600_000
const kept = new Map<string, KeptText>()
let forgetting: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps what is in an open form, in the memory of this tab and nowhere else, so that it survives the end of the session
 * (P-85). It comes back only for the same person, within 8 hours, under the same `key`, which names the form and the
 * record. Passwords are left out.
 */
export function keepText(key: string, title: string, values: Record<string, unknown>): void {
  const holder = holderOf(currentToken() ?? '')
  if (holder === null) return
  const typed = Object.entries(values).filter(([name]) => !/^pass|secret|^code$/i.test(name))
  kept.set(key, { title, values: structuredClone(Object.fromEntries(typed)), holder })
}

/** What the person who is signed in typed into this form before the session ended, or undefined. */
export function keptText(key: string): Record<string, unknown> | undefined {
  const text = kept.get(key)
  return text && text.holder === holderOf(currentToken() ?? '') ? text.values : undefined
}

/** Forgets what was typed into a form: it was sent or thrown away. */
export function dropText(key: string): void {
  kept.delete(key)
}

/** For the life of the page: forgets in time, and for another person at once; `tell` says which forms have text. */
export function guardKeptTexts(tell: (title: string) => void): void {
  onSessionEnd(() => {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => kept.clear(), keptFor)
  })
  onSessionStart((holder) => {
    clearTimeout(forgetting)
    for (const [key, text] of kept) {
      if (text.holder === holder) tell(text.title)
      else kept.delete(key)
    }
  })
}
