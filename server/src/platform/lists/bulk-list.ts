import type { z } from 'zod'
import type { SignedIn } from '../auth/session.ts'
import type { Visibility } from '../auth/visibility.ts'
import { invalidInput } from '../http/http-errors.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'

/** Validates the filters of a bulk change and returns the list and request that select records for this user. */
export type BulkList = (
  filter: unknown,
  user: SignedIn,
) => { list: ListDeclaration; request: ListRequest; visibility: Visibility }

/**
 * List whose filters select the records of a bulk change: its route's query, its declaration, and the user's
 * visibility.
 */
export function bulkList<Request extends ListRequest>(
  query: z.ZodType<Request>,
  list: (request: Request) => ListDeclaration,
  visibility: (user: SignedIn) => Visibility,
): BulkList {
  return (filter, user) => {
    const parsed = query.safeParse(filter)
    if (!parsed.success) throw invalidInput(parsed.error, filter)
    return { list: list(parsed.data), request: parsed.data, visibility: visibility(user) }
  }
}
