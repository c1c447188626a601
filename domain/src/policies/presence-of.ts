/** A whole book of a carrier, in the order of loads. */
export interface BookLoad {
  batch: number
  /** First day of the month. */
  month: string
  /** Loaded after one of a later month. */
  isOlder: boolean
}

/** Files that added a policy, lacked it and had it again, by their loads. */
export interface PresenceFacts {
  firstBatch: number | null
  /** Since which file it is missing. */
  missingBatch: number | null
  returns: readonly { batch: number; missingBatch: number | null }[]
}

/** Whether a policy was in a book that was loaded in order: since it was added or back, until one lacked it. */
export function presenceOf(
  { firstBatch, missingBatch, returns }: PresenceFacts,
  books: readonly BookLoad[],
): (batch: number) => boolean {
  const first = firstBatch ?? 0
  const added = books.find(({ batch }) => batch === first)
  // What an older book adds is missing from the newer ones at once.
  const isGone = added?.isOlder && books.some(({ batch, month }) => batch < first && month > added.month)
  const gone = [missingBatch, ...returns.map((back) => back.missingBatch)].filter((batch) => batch !== null)
  const events = [
    { batch: first, isIn: !isGone },
    ...returns.map(({ batch }) => ({ batch, isIn: true })),
    ...gone.map((batch) => ({ batch, isIn: false })),
  ].sort((one, other) => one.batch - other.batch)
  return (batch) => events.findLast((event) => event.batch <= batch)?.isIn ?? false
}
