/** What may be wrong with the email and phone of clients, to which exchanges send codes (decision 255). */
export const contactChecks = ['unreachable', 'agency', 'shared'] as const
export type ContactCheck = (typeof contactChecks)[number]

/** Number of clients from which one email or phone counts as shared: families share one. */
export const sharedFrom = 3

export const contactCheckWords: Record<ContactCheck, string> = {
  unreachable: 'No email or phone of their own',
  agency: "An agent's or the agency's",
  shared: `The same for ${sharedFrom} or more clients`,
}
