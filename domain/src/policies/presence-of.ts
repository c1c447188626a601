/** A whole book of a carrier, in load order. */
export interface BookLoad {
  batch: number
  /** First day of the month. */
  month: string
  /** Loaded after a book of a later month. */
  isOlder: boolean
}

/** Files in which a policy first appeared, went missing and returned, by batch. */
export interface PresenceFacts {
  firstBatch: number | null
  /** File that first lacked it, if it is missing now. */
  missingBatch: number | null
  returns: readonly { batch: number; missingBatch: number | null }[]
}

/**
 * Whether a policy was in a book that was loaded in order: from the file that added or returned it until one that
 * lacked it.
 */
export function presenceOf(
  { firstBatch, missingBatch, returns }: PresenceFacts,
  books: readonly BookLoad[],
): (batch: number) => boolean {
  const first = firstBatch ?? 0
  const added = books.find(({ batch }) => batch === first)
  // A policy added by an older book is missing from the newer ones immediately.
  const isGone = added?.isOlder && books.some(({ batch, month }) => batch < first && month > added.month)
  const gone = [missingBatch, ...returns.map((back) => back.missingBatch)].filter((batch) => batch !== null)
  const events = [
    { batch: first, isIn: !isGone },
    ...returns.map(({ batch }) => ({ batch, isIn: true })),
    ...gone.map((batch) => ({ batch, isIn: false })),
  ].sort((one, other) => one.batch - other.batch)
  return (batch) => events.findLast((event) => event.batch <= batch)?.isIn ?? false
}
