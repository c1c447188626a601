import type { Choice } from './choice.ts'

/** Index of the choice that the typed text means first: the equal label, one that begins with it, else the first; -1 for none. */
export function bestChoice(choices: readonly Choice[], typed: string): number {
  const wanted = plain(typed)
  const equal = choices.findIndex(({ label }) => plain(label) === wanted)
  if (equal !== -1) return equal
  const begins = choices.findIndex(({ label }) => plain(label).startsWith(wanted))
  return begins !== -1 || choices.length === 0 ? begins : 0
}

/**
 * The choice that the typed text means without doubt: the equal label, or the only match. Of a short list also the only one
 * that begins with it: 'M' is Male, not Female.
 */
export function onlyChoice(choices: readonly Choice[], typed: string, isShortList: boolean): Choice | undefined {
  const wanted = plain(typed)
  const equal = choices.filter(({ label }) => plain(label) === wanted)
  if (equal.length === 1) return equal[0]
  const begins = isShortList ? choices.filter(({ label }) => plain(label).startsWith(wanted)) : []
  if (begins.length === 1) return begins[0]
  return choices.length === 1 ? choices[0] : undefined
}

/** What is said of a text that was typed and left without a choice; `choices` is undefined if they were not loaded. */
export function withoutChoice(choices: readonly Choice[] | undefined, typed: string): string {
  const text = typed.trim()
  if (!choices) return `Couldn't search for '${text}'. Type it again`
  return choices.length === 0 ? `No match for '${text}'` : `'${text}' fits more than one, choose one`
}

function plain(text: string): string {
  return text.trim().toLowerCase()
}
