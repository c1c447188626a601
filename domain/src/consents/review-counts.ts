import { type ConsentRecord, lastRevocation } from './consent-state.ts'

/**
 * Days for which a signed review counts. Clients report changes of household, income and address within 30 days
 * (45 CFR 155.330(b)), so what was signed earlier may no longer be true although the client kept every promise in it.
 */
export const reviewDays = 30

/**
 * Whether what a client reviewed and signed at a time still counts: not for longer than its days, and not after a revocation.
 * A later consent does not bring back what was signed before the client ended the agency's work.
 */
export function reviewCounts(signedDate: string, records: readonly ConsentRecord[], now: Date): boolean {
  const oldest = new Date(now.getTime() - reviewDays * 24 * 60 * 60 * 1000).toISOString()
  return signedDate >= oldest && !isRevokedSince(records, signedDate)
}

/** Whether the client revoked after something was signed, even if the client has consented again since. */
export function isRevokedSince(records: readonly ConsentRecord[], signedDate: string): boolean {
  const revoked = lastRevocation(records)
  return revoked !== null && revoked >= signedDate
}
