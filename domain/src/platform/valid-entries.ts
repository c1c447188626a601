import { z } from 'zod'

/**
 * List of external data without the entries that are not valid, at most `most` of them, which limits the damage of a malformed
 * record; what is no list is empty.
 */
export function validEntries<Item extends z.ZodObject>(item: Item, most: number) {
  return z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((all) =>
      all.slice(0, most).flatMap((entry) => {
        const read = item.safeParse(entry)
        return read.success ? [read.data] : []
      }),
    )
}
