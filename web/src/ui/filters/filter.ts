import type { Choice } from '../choices/choice.ts'

interface FilterBase<Name extends string> {
  /** Name in the URL and in the API call. */
  name: Name
  label: string
  /** Shown behind 'More filters'. */
  rare?: boolean
}

/**
 * Filter of a list. `text` and `number` apply 500 ms after the last key (CONST-03) or after their `delay`, others at
 * once. A `month` is MM/YYYY. A select has `choices`, or `search`, which returns the first 50 matches from the server;
 * `nameOf` then returns the label of a value from the URL.
 */
export type Filter<Name extends string = string> = FilterBase<Name> &
  (
    | { kind: 'text' | 'number'; width?: number; placeholder?: string; delay?: number }
    | { kind: 'date'; birth?: true }
    | { kind: 'month' }
    | { kind: 'select'; choices: readonly Choice[] }
    | { kind: 'select'; search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }
  )

/** Active filters as in the URL; dates as YYYY-MM-DD. */
export type FilterValues<Name extends string = string> = { readonly [N in Name]?: string | number | undefined }

/** Changed filters: a text, or undefined for a removed filter. */
export type FilterChange<Name extends string = string> = { readonly [N in Name]?: string | undefined }
