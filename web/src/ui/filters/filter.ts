import type { Choice } from '../choices/choice.ts'

interface FilterBase<Name extends string> {
  /** The name in the address and in the call. */
  name: Name
  label: string
  /** Stands behind 'More filters'. */
  rare?: boolean
}

/**
 * One filter of a list. `text` and `number` search 500 ms after the last key (CONST-03) or after their `delay`, the others
 * at once. A `month` is MM/YYYY.
 * A select has its `choices`, or `search`, which asks the server for the first 50 that fit what is typed; then
 * `nameOf` gives the words for a value that came with the address.
 */
export type Filter<Name extends string = string> = FilterBase<Name> &
  (
    | { kind: 'text' | 'number'; width?: number; placeholder?: string; delay?: number }
    | { kind: 'date' }
    | { kind: 'month' }
    | { kind: 'select'; choices: readonly Choice[] }
    | { kind: 'select'; search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }
  )

/** The set filters, as the address has them; dates as YYYY-MM-DD. */
export type FilterValues<Name extends string = string> = { readonly [N in Name]?: string | number | undefined }

/** What a person changed: a text, or undefined for a filter that was taken off. */
export type FilterChange<Name extends string = string> = { readonly [N in Name]?: string | undefined }

/** The change that takes all these filters off. */
export function without<Name extends string>(filters: readonly Filter<Name>[]): FilterChange<Name> {
  const change: { [N in Name]?: string | undefined } = {}
  for (const filter of filters) change[filter.name] = undefined
  return change
}
