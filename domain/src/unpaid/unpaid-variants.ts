/** Variants of policies to follow up: no commission, or no longer the agency's. */
export const unpaidVariants = ['unpaid', 'lost'] as const
export type UnpaidVariant = (typeof unpaidVariants)[number]

interface Variant {
  /** Path of its routes (portal §7). */
  path: string
  /** Status list: `type` of GET /api/Statuses. */
  statuses: 'nonpaid' | 'lost'
  /** Ids of the statuses after which there is nothing more to do. */
  doneStatuses: readonly number[]
  /** Name of the kind in histories and in the audit record. */
  entity: 'unpaid-policy' | 'lost-policy'
  one: string
  many: string
}

export const variantOf: Readonly<Record<UnpaidVariant, Variant>> = {
  unpaid: {
    path: 'PolicyNonPaid',
    statuses: 'nonpaid',
    // Paid, Cancelled
    doneStatuses: [4, 6],
    entity: 'unpaid-policy',
    one: 'unpaid policy',
    many: 'unpaid policies',
  },
  lost: {
    path: 'LostPolicy',
    statuses: 'lost',
    // Recovered, Moved to Another Agent, Not Interested
    doneStatuses: [3, 4, 5],
    entity: 'lost-policy',
    one: 'lost policy',
    many: 'lost policies',
  },
}

/** Reason for leaving the list, in words (decision 058). */
export const leavingWords = {
  paid: 'Premium paid',
  commission: 'Commission received',
  ended: 'No longer in force',
  missing: 'Missing from the file',
  corrected: 'Corrected by a file',
  back: 'Recovered',
} as const
