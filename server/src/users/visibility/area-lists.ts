import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { withOwn } from '../../platform/auth/owned-records.ts'
import { seenRecords, type Viewer, type Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AreaList } from '../../platform/lists/area-list.ts'
import { countList } from '../../platform/lists/count-list.ts'

/** User whose view of an area is counted. */
export interface AreaViewer extends Viewer {
  id: number
  claims: readonly string[]
}

export type AreaLists = ReadonlyMap<Resource, AreaList>

/** Whether the user's roles and claims open an area's list. */
export function opensArea(viewer: AreaViewer, { allow }: AreaList): boolean {
  return mayPass(allow, viewer)
}

/** Records that the user sees in an area's list, whether or not their rights open it. */
export async function recordsSeen(
  db: Db,
  viewer: AreaViewer,
  [area, { list, byYear, owned }]: [Resource, AreaList],
  now: Date,
): Promise<number> {
  const year = byYear && { year: Number(todayIn(now).slice(0, 4)) }
  return await countList(db, list, { pageNumber: 1, pageSize: 10, ...year }, visibilityIn(viewer, area, owned))
}

function visibilityIn(viewer: AreaViewer, area: Resource, owned: AreaList['owned']): Visibility {
  if (owned?.allWith && mayPass(owned.allWith, viewer)) return { all: true }
  const visibility = seenRecords(viewer, area)
  return owned ? withOwn(visibility, viewer) : visibility
}
