import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'

/** Of what an address holds, the members that the schema knows and accepts; a wrong filter is dropped instead of breaking the screen. */
export function acceptedBy(schema: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const member = schema.shape[name]
      return member !== undefined && z.safeParse(member, value).success
    }),
  )
}

/** What the schema makes of the address, defaults included. */
export function useInAddress<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return useMemo(() => schema.parse(acceptedBy(schema, search)), [schema, search])
}

export type AddressValues = Readonly<Record<string, string | number | undefined>>

/** Sets some members of the address (see useAddress), whatever its screen calls them. */
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

/** Sets members that the schema knows; any other name is refused by the compiler. */
export type ChangeOf<Schema extends z.ZodObject> = (
  values: { [Name in keyof z.input<Schema>]?: string | number | undefined },
  options?: { replace?: boolean },
) => unknown

/**
 * The state of a list screen, kept in the address so that it can be bookmarked, shared and reloaded. `query` is what the
 * schema makes of the address, defaults included; `change` sets some members (undefined or '' removes one) and goes
 * back to the first page unless it names the page. `replace` is for typing, which should not fill the history.
 */
export function useAddress<Schema extends z.ZodObject>(schema: Schema) {
  const query = useInAddress(schema)
  const change: ChangeOf<Schema> = useChangeAddress()
  return { query, change }
}
