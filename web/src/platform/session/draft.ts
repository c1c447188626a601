import { currentToken, onSessionEnd, onSessionStart, userIdOf } from './session.ts'

/** Unsaved input of a form. */
export interface Draft {
  /** Name of the form on screen. */
  title: string
  /** Changed fields only. */
  values: Record<string, unknown>
  /** Values of these fields before the change. */
  before: Record<string, unknown>
}

/** A working day, as long as the longest session. */
const draftLifetimeMs = 8 * 3600_000
/** Never stored, whatever the form. */
const secrets = /^pass|secret|^code$|^card(Number|Cvv|ExpDate)$/i
/** What became of a draft after the login: its form was opened, its screen is closed to the user now, or neither. */
export type DraftPlace = 'opened' | 'closed' | 'waiting'
const drafts = new Map<string, Draft & { holder: string; place: DraftPlace }>()
let expiryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Stores the changes of an open form in the memory of this tab only, so that they survive the end of the session
 * (P-85). They are restored only for the same user, within 8 hours, under the same `key`, which identifies the form and
 * the record. Passwords and payment cards are left out.
 */
export function saveDraft(
  key: string,
  title: string,
  values: Record<string, unknown>,
  before: Record<string, unknown>,
): void {
  const holder = userIdOf(currentToken() ?? '')
  if (holder === null) return
  const changed = Object.keys(values).filter((name) => !secrets.test(name) && isDifferent(values[name], before[name]))
  const pick = (from: Record<string, unknown>) =>
    structuredClone(Object.fromEntries(changed.map((name) => [name, from[name]])))
  if (changed.length === 0) drafts.delete(key)
  else drafts.set(key, { title, values: pick(values), before: pick(before), holder, place: 'waiting' })
}

/** Changes that the signed-in user made in this form before the session ended, or undefined. */
export function findDraft(key: string): Draft | undefined {
  const text = drafts.get(key)
  if (!text || text.holder !== userIdOf(currentToken() ?? '')) return undefined
  text.place = 'opened'
  return text
}

/** Deletes the draft of a form that was submitted or discarded. */
export function deleteDraft(key: string): void {
  drafts.delete(key)
}

/** Says that the user may no longer open the screen of the drafts. They stay: the right may come back. */
export function closeDrafts(): void {
  for (const text of drafts.values()) text.place = 'closed'
}

/** Whether two values of a field differ. */
export function isDifferent(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
}

/**
 * Runs for the life of the page: deletes drafts when they expire, and at once for another user; `tell` receives the
 * forms that have drafts, and what became of such a draft since.
 */
export function watchDrafts(tell: (title: string, place: () => DraftPlace) => void): void {
  onSessionEnd(() => {
    clearTimeout(expiryTimer)
    expiryTimer = setTimeout(() => drafts.clear(), draftLifetimeMs)
  })
  onSessionStart((holder) => {
    clearTimeout(expiryTimer)
    for (const [key, text] of drafts) {
      if (text.holder === holder) tell(text.title, () => text.place)
      else drafts.delete(key)
    }
  })
}
