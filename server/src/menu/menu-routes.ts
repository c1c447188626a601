import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { menuCounts } from './menu-counts.ts'

export function menuRoutes(on: Bind, { countedLists }: Pick<RouteParts, 'countedLists'>): void {
  on(menu.counts, ({ db, user }) => menuCounts(db, user, countedLists))
}
