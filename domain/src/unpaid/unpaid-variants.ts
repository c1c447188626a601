/** The two variants of a policy that somebody looks after: it brings no money, or is not ours any more. */
export const unpaidVariants = ['unpaid', 'lost'] as const
export type UnpaidVariant = (typeof unpaidVariants)[number]

interface Variant {
  /** Where its calls are (portal §7). */
  path: string
  /** The list of its statuses: `type` of GET /api/Statuses. */
  statuses: 'nonpaid' | 'lost'
  /** What one is called in histories and in the audit record. */
  entity: 'unpaid-policy' | 'lost-policy'
  one: string
  many: string
}

export const variantOf: Readonly<Record<UnpaidVariant, Variant>> = {
  unpaid: {
    path: 'PolicyNonPaid',
    statuses: 'nonpaid',
    entity: 'unpaid-policy',
    one: 'unpaid policy',
    many: 'unpaid policies',
  },
  lost: { path: 'LostPolicy', statuses: 'lost', entity: 'lost-policy', one: 'lost policy', many: 'lost policies' },
}

/** Why a policy is not in its list any more, in words (decision 058). */
export const leavingWords = {
  paid: 'Premium paid',
  commission: 'Commission received',
  ended: 'No longer in force',
  missing: 'Missing from the file',
  corrected: 'Corrected by a file',
  back: 'Recovered',
} as const
