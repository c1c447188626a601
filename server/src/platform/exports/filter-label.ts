import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { Db } from '../db/database.ts'
import type { ListRequest } from '../lists/list-declaration.ts'

/** Label of a filter in the heading of a file. `read` converts the value to words; undefined hides the filter. */
export type FilterLabel =
  | string
  | {
      label: string
      read: (value: string | number, db: Db) => string | undefined | Promise<string | undefined>
    }

export const dayLabel = (label: string): FilterLabel => ({ label, read: (value) => showDate(String(value)) })
export const phoneLabel = (label: string): FilterLabel => ({ label, read: (value) => showPhone(String(value)) })

/** Filter with one word for each value. */
export const wordLabel = (label: string, words: Readonly<Record<string | number, string>>): FilterLabel => ({
  label,
  read: (value) => words[value],
})

/**
 * Filter by the id of an agent or a carrier; `none` is the word for id 0. Without a record, as of a carrier merged since, the heading
 * has the id.
 */
export const nameLabel = (label: string, table: 'agents' | 'carriers', none?: string): FilterLabel => ({
  label,
  read: async (id, db) => {
    if (Number(id) === 0) return none
    const found = db.selectFrom(table).select('name').where('id', '=', Number(id))
    return (await found.executeTakeFirst())?.name ?? String(id)
  },
})

/** Filter by the id of a value of a lookup list; `none` is the word for id 0. */
export const lookupLabel = (label: string, list: string, none?: string): FilterLabel => ({
  label,
  read: async (id, db) => {
    if (Number(id) === 0) return none
    const found = db.selectFrom('lookup_values').select('name').where('list', '=', list).where('id', '=', Number(id))
    return (await found.executeTakeFirst())?.name ?? String(id)
  },
})

/** Used filters of a request with their labels and values in words, in the order of `labels`. */
export async function filtersInWords(
  db: Db,
  labels: Readonly<Record<string, FilterLabel>>,
  request: ListRequest,
): Promise<{ label: string; value: string }[]> {
  const used: { label: string; value: string }[] = []
  for (const [name, declared] of Object.entries(labels)) {
    const given = request[name]
    if (given === undefined || typeof given === 'boolean') continue
    const { label, read } = typeof declared === 'string' ? { label: declared, read: String } : declared
    const value = await read(given, db)
    if (value) used.push({ label, value })
  }
  return used
}
