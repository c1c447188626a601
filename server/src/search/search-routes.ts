import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mostHits, search } from '@coverdesk/domain/search/search-contract.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { readNeedle } from '../platform/search/needle.ts'

export function searchRoutes(on: Bind, { searchKinds }: Pick<RouteParts, 'searchKinds'>): void {
  on(search.everywhere, async ({ db, user }, { q }) => {
    const needle = readNeedle(q)
    if (!needle) return { groups: [] }
    const groups = await Promise.all(
      searchKinds
        .filter(({ allow }) => mayPass(allow, user))
        .map(async ({ kind, sees, find }) => ({
          kind,
          data: await find(db, sees(user), needle, mostHits),
        })),
    )
    return { groups: groups.filter(({ data }) => data.length > 0) }
  })
}
