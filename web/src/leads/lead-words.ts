import type { LeadRow } from '@coverdesk/domain/leads/lead-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** Name of a lead, or the exchange application id without one. */
export function leadName(lead: Pick<LeadRow, 'firstName' | 'middleName' | 'lastName' | 'ffmApplicationId'>): string {
  const name = [lead.firstName, lead.middleName, lead.lastName].filter(Boolean).join(' ')
  if (name) return name
  return lead.ffmApplicationId === null ? 'No name' : `Application ${lead.ffmApplicationId}`
}

export function leadPlace({ address, city, state }: Pick<LeadRow, 'address' | 'city' | 'state'>): string | null {
  return [address, city, state].filter(Boolean).join(', ') || null
}

const tones: Readonly<Record<string, Tone>> = {
  Enrolled: 'green',
  Interested: 'green',
  'Call Back': 'blue',
  'No Answer': 'amber',
  'Left Voicemail': 'amber',
  'Do Not Call': 'red',
}

/** Color of a disposition; final ones are grey. */
export function dispositionTone(name: string | null): Tone {
  return tones[name ?? ''] ?? 'grey'
}
