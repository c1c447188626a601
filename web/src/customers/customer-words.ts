import type { CustomerRow } from '@coverdesk/domain/customers/customer-contract.ts'

/** Status id of Do Not Contact. */
export const doNotContact = 5

/** 'Ana Lucía Vega', or 'No name'. */
export function nameOf({ fullName }: Pick<CustomerRow, 'fullName'>): string {
  return fullName || 'No name'
}

/** YES or NO (CUST-04); '' if unknown. */
export function citizenWord(usCitizen: boolean | null): string {
  return usCitizen === null ? '' : usCitizen ? 'YES' : 'NO'
}

export const sexWords = { F: 'Female', M: 'Male' } as const
