/** What somebody attests to before an enrollment is sent, in the words that are shown and kept (ENROLL-10, A-094). */
export const attestations = {
  income_tax: 'I will file a federal income tax return for the coverage year.',
  married: 'If I am married, I will file jointly with my spouse.',
  dependent: 'No one else will claim me as a dependent.',
  household: 'The household information is correct and I will claim the listed dependents.',
} as const
export type Attestation = keyof typeof attestations

export const attestationNames = Object.keys(attestations) as Attestation[]

/** All four are needed before anything can be sent (ENROLL-11). */
export function allAttested(ticked: Partial<Record<Attestation, boolean>>): boolean {
  return attestationNames.every((name) => ticked[name] === true)
}
