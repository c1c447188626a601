import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { maxHits, search } from '@coverdesk/domain/search/search-contract.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { parseSearchTerm } from '../platform/search/search-term.ts'

export function searchRoutes(on: Bind, { searchKinds }: Pick<RouteParts, 'searchKinds'>): void {
  on(search.everywhere, async ({ db, user, services, now }, { q }) => {
    const term = parseSearchTerm(q, todayIn(now))
    if (!term) return { groups: [] }
    const groups = await Promise.all(
      searchKinds
        .filter(({ allow }) => mayPass(allow, user))
        .map(async ({ kind, visibility, find }) => ({
          kind,
          data: await find(db, visibility(user), term, maxHits, services.config.org),
        })),
    )
    return { groups: groups.filter(({ data }) => data.length > 0) }
  })
}
