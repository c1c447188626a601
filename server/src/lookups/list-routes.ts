import { lists } from '@coverdesk/domain/lookups/list-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { allLists, findListValue } from './list-queries.ts'
import { addListValue, editListValue, mergeListValues, orderList } from './save-list.ts'

export function listRoutes(on: Bind): void {
  on(lists.all, ({ db }) => allLists(db))
  on(lists.one, ({ db }, { list, id }) => findListValue(db, list, id))
  on(lists.add, addListValue)
  on(lists.edit, editListValue)
  on(lists.order, orderList)
  on(lists.merge, mergeListValues)
}
