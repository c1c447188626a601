import type { CustomerRow } from '@coverdesk/domain/customers/customer-contract.ts'
import type { Tone } from '../ui/list-column.ts'

const tones: Readonly<Record<number, Tone>> = { 1: 'blue', 2: 'amber', 3: 'green', 4: 'grey', 5: 'red' }

/** The status of who does not want to be called or written to. */
export const doNotContact = 5

/** The colour of a customer's status; its word always stands beside it. */
export function customerTone(statusId: number): Tone {
  return tones[statusId] ?? 'grey'
}

/** 'Ana Lucía Vega'; somebody without any name is called so. */
export function nameOf({ fullName }: Pick<CustomerRow, 'fullName'>): string {
  return fullName || 'No name'
}

/** YES or NO (CUST-04); nothing where it is not known. */
export function citizenWord(usCitizen: boolean | null): string {
  return usCitizen === null ? '' : usCitizen ? 'YES' : 'NO'
}

export const sexWords = { F: 'Female', M: 'Male' } as const
