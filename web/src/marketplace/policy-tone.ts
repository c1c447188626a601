import type { Tone } from '../ui/basics/list-column.ts'

/** Exchanges use their own status words; these are the known ones (domain.md, 4). */
export function policyTone(status: string): Tone {
  const word = status.toLowerCase().replaceAll('_', ' ')
  if (/effectuated|active|in ?force/.test(word) && !word.includes('pending')) return 'green'
  if (/cancel|terminat|failed|expired/.test(word)) return 'red'
  return /pending|docs|draft|submitted/.test(word) ? 'amber' : 'grey'
}
