/** One request for a client's consent and what became of it. Times are ISO texts, `endsOn` is a date. */
export interface ConsentRecord {
  expires: string
  isReplaced: boolean
  signedDate: string | null
  /** First day on which the consent is no longer valid. */
  endsOn: string | null
  revokedDate: string | null
}

export const consentStates = ['none', 'requested', 'valid', 'ended', 'revoked'] as const
export type ConsentState = (typeof consentStates)[number]

/**
 * Consent that allows the agency to work on an application: signed, not ended, and signed after the client's last
 * revocation, which ends all earlier consents.
 */
export function validConsent<R extends ConsentRecord>(records: readonly R[], today: string): R | undefined {
  const revoked = lastRevocation(records)
  return records.find(
    ({ signedDate, endsOn }) =>
      signedDate !== null && endsOn !== null && endsOn > today && (revoked === null || signedDate > revoked),
  )
}

/** State of an application's consent. `records` are newest first. */
export function consentState(
  records: readonly ConsentRecord[],
  { now, today }: { now: string; today: string },
): ConsentState {
  if (validConsent(records, today)) return 'valid'
  if (records.some(({ signedDate, isReplaced, expires }) => signedDate === null && !isReplaced && expires > now))
    return 'requested'
  const signed = records.filter(({ signedDate }) => signedDate !== null)
  if (signed.length === 0) return 'none'
  const revoked = lastRevocation(signed)
  return revoked !== null && signed.every(({ signedDate }) => (signedDate ?? '') <= revoked) ? 'revoked' : 'ended'
}

function lastRevocation(records: readonly ConsentRecord[]): string | null {
  return records.reduce<string | null>(
    (last, { revokedDate }) => (revokedDate !== null && (last === null || revokedDate > last) ? revokedDate : last),
    null,
  )
}

/** Why an action on the application is refused, and what to do, by state. */
export const consentProblems: Record<Exclude<ConsentState, 'valid'>, string> = {
  none: 'The client has not given consent yet. Request it before you continue.',
  requested: 'The client has not signed the consent yet. Continue when it is signed.',
  ended: "The client's consent has ended. Request it again before you continue.",
  revoked: 'The client revoked the consent. Request it again before you continue.',
}
