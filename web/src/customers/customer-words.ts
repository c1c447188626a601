import type { CustomerRow } from '@coverdesk/domain/customers/customer-contract.ts'

/** The status of who does not want to be called or written to. */
export const doNotContact = 5

/** 'Ana Lucía Vega'; somebody without any name is called so. */
export function nameOf({ fullName }: Pick<CustomerRow, 'fullName'>): string {
  return fullName || 'No name'
}

/** YES or NO (CUST-04); nothing where it is not known. */
export function citizenWord(usCitizen: boolean | null): string {
  return usCitizen === null ? '' : usCitizen ? 'YES' : 'NO'
}

export const sexWords = { F: 'Female', M: 'Male' } as const
