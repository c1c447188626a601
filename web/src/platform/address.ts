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

/**
 * The state of a list screen, kept in the address so that it can be bookmarked, shared and reloaded. `query` is what the
 * schema makes of the address, defaults included; `change` sets some members (undefined or '' removes one) and goes
 * back to the first page unless it names the page. `replace` is for typing, which should not fill the history.
 */
export function useAddress<Schema extends z.ZodObject>(schema: Schema) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useMemo(() => schema.parse(acceptedBy(schema, search)), [schema, search])
  const change = useCallback(
    (
      values: { [Name in keyof z.input<Schema>]?: string | number | undefined },
      { replace = false }: { replace?: boolean } = {},
    ) =>
      navigate({
        to: '.',
        replace,
        search: (before: Record<string, unknown>) => ({ ...before, pageNumber: undefined, ...values }),
      }),
    [navigate],
  )
  return { query, change }
}
