import type { LeadRow } from '@coverdesk/domain/leads/lead-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** How a lead is called: by the name, or else by the exchange application that is all we know. */
export function leadName(lead: Pick<LeadRow, 'firstName' | 'middleName' | 'lastName' | 'ffmApplicationId'>): string {
  const name = [lead.firstName, lead.middleName, lead.lastName].filter(Boolean).join(' ')
  if (name) return name
  return lead.ffmApplicationId === null ? 'No name' : `Application ${lead.ffmApplicationId}`
}

/** Street, city and state on one line. */
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

/** The colour of a disposition; those that end the matter without more are grey. */
export function dispositionTone(name: string | null): Tone {
  return tones[name ?? ''] ?? 'grey'
}
