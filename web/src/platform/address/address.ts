import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'

/** Members of a URL query that the schema accepts; an invalid filter is dropped instead of breaking the screen. */
export function acceptedBy(schema: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const member = schema.shape[name]
      return member !== undefined && z.safeParse(member, value).success
    }),
  )
}

/** Parsed query with the schema's defaults. */
export function useInAddress<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => schema.parse(acceptedBy(schema, search)), [schema, search])
}

export type AddressValues = Readonly<Record<string, string | number | undefined>>

/** Sets members of the URL (see useAddress) of any screen. */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (values: AddressValues, { replace = false }: { replace?: boolean } = {}) =>
      navigate({
        to: '.',
        replace,
        search: (before: Record<string, unknown>) => ({ ...before, pageNumber: undefined, ...values }),
      }),
    [navigate],
  )
}

/** Sets members of the schema; the compiler rejects other names. */
export type ChangeOf<Schema extends z.ZodObject> = (
  values: { [Name in keyof z.input<Schema>]?: string | number | undefined },
  options?: { replace?: boolean },
) => unknown

/**
 * State of a list screen in the URL, so that it can be bookmarked, shared and reloaded. `query` is the parsed query
 * with defaults; `change` sets members (undefined or '' removes one) and returns to the first page unless it sets the
 * page. `replace` is for typing, which should not fill the history.
 */
export function useAddress<Schema extends z.ZodObject>(schema: Schema) {
  const query = useInAddress(schema)
  const change: ChangeOf<Schema> = useChangeAddress()
  return { query, change }
}
