import type { z } from 'zod'
import type { SignedIn } from '../auth/session.ts'
import type { Visibility } from '../auth/visibility.ts'
import { invalidInput } from '../http/http-errors.ts'
import type { ListDeclaration, ListRequest } from './list-declaration.ts'

/** Checks the filters of a bulk change and says where they select records for this user. */
export type BulkList = (
  filter: unknown,
  user: SignedIn,
) => { list: ListDeclaration; request: ListRequest; visibility: Visibility }

/** List whose filters select the records of a bulk change: the query of its route, its declaration, and what a user sees of it. */
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
