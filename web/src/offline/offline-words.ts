import {
  incomeWords,
  languageWords,
  migratoryWords,
  relationWords,
  sexWords,
} from '@coverdesk/domain/offline/offline-labels.ts'
import type { Choice } from '../ui/choices/choice.ts'

const choicesOf = (words: Record<string, string>): readonly Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const sexChoices = choicesOf(sexWords)
export const languageChoices = choicesOf(languageWords)
export const migratoryChoices = choicesOf(migratoryWords)
export const incomeChoices = choicesOf(incomeWords)
export const relationChoices = choicesOf(relationWords)

/** Label of a code, or the code itself. */
export function wordOf(words: Record<string, string>, code: string | null): string | null {
  return code === null ? null : (words[code] ?? code)
}

/** First, middle and last name, without missing parts. */
export function nameOf(of: { firstName: string; middleName: string; lastName: string }): string {
  return [of.firstName, of.middleName, of.lastName].filter(Boolean).join(' ')
}
