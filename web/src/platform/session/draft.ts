import { currentToken, holderOf, onSessionEnd, onSessionStart } from './session.ts'

/** What somebody typed into a form and has not sent. */
export interface Draft {
  /** The form's name, as the person knows it. */
  title: string
  /** The changed fields only. */
  values: Record<string, unknown>
  /** What these fields held before. */
  before: Record<string, unknown>
}

/** A working day, and as long as the longest session. */
const draftLifetimeMs = 8 * 3600_000
/** Never kept, wherever they are typed. */
const secrets = /^pass|secret|^code$|^card(Number|Cvv|ExpDate)$/i
const kept = new Map<string, Draft & { holder: string }>()
let forgetting: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps what was changed in an open form, in the memory of this tab and nowhere else, so that it survives the end of the
 * session (P-85). It comes back only for the same person, within 8 hours, under the same `key`, which names the form and
 * the record. Passwords and payment cards are left out.
 */
export function saveDraft(
  key: string,
  title: string,
  values: Record<string, unknown>,
  before: Record<string, unknown>,
): void {
  const holder = holderOf(currentToken() ?? '')
  if (holder === null) return
  const changed = Object.keys(values).filter((name) => !secrets.test(name) && differ(values[name], before[name]))
  const pick = (from: Record<string, unknown>) =>
    structuredClone(Object.fromEntries(changed.map((name) => [name, from[name]])))
  if (changed.length === 0) kept.delete(key)
  else kept.set(key, { title, values: pick(values), before: pick(before), holder })
}

/** What the person who is signed in changed in this form before the session ended, or undefined. */
export function findDraft(key: string): Draft | undefined {
  const text = kept.get(key)
  return text && text.holder === holderOf(currentToken() ?? '') ? text : undefined
}

/** Forgets what was typed into a form: it was sent or thrown away. */
export function deleteDraft(key: string): void {
  kept.delete(key)
}

/** Whether two values of a field are not the same. */
export function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
}

/** For the life of the page: forgets in time, and for another person at once; `tell` says which forms have text. */
export function watchDrafts(tell: (title: string) => void): void {
  onSessionEnd(() => {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => kept.clear(), draftLifetimeMs)
  })
  onSessionStart((holder) => {
    clearTimeout(forgetting)
    for (const [key, text] of kept) {
      if (text.holder === holder) tell(text.title)
      else kept.delete(key)
    }
  })
}
