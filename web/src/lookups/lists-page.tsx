import { type ListValue, lists, type ValueList } from '@coverdesk/domain/lookups/list-contract.ts'
import { type ListKey, listKeys, maintainedLists } from '@coverdesk/domain/lookups/maintained-lists.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useAddress } from '../platform/address/address.ts'
import { apiQuery, invalidate } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useLive } from '../realtime/live-events.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ListValues } from './list-values.tsx'
import css from './lists.module.css'

const ListAddress = z.object({ list: z.enum(listKeys).optional() })

const maintained = listKeys.filter((key) => maintainedLists[key].grows)
const fixed = listKeys.filter((key) => !maintainedLists[key].grows)

/** /portal/manage/lists: lookup values; ?list=locations opens one list. */
export function ListsPage() {
  const { query, change } = useAddress(ListAddress)
  const chosen = query.list ?? 'locations'
  const { data, error, refetch } = useQuery({ ...apiQuery(lists.all, {}), staleTime: 0 })
  useLive(realtime.choicesChanged, ({ choices }) => {
    if (choices === 'lists') void invalidate(lists.all)
  })
  const group = (label: string, keys: readonly ListKey[]) => (
    <section aria-label={label}>
      <h2 className={css.group}>{label}</h2>
      <ul className={css.names}>
        {keys.map((key) => (
          <li key={key}>
            <button
              type="button"
              className={css.name}
              aria-current={key === chosen ? 'true' : undefined}
              onClick={() => change({ list: key })}
            >
              <span>{maintainedLists[key].title}</span>
              <span className="figures">{offered(data, key)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
  const shown = data?.find(({ list }) => list === chosen)
  return (
    <>
      <PageHeader title="Lists" />
      {error && !data ? (
        <FailedState title="Couldn't load the lists." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <div className={css.page}>
          <nav className={css.lists} aria-label="Lists">
            {group('Your lists', maintained)}
            {group('Fixed by the product', fixed)}
          </nav>
          {shown ? (
            <ListValues key={chosen} {...shown} />
          ) : (
            <div className={css.values} role="status" aria-label="Loading the lists">
              {[40, 55, 35, 50].map((width) => (
                <SkeletonBar key={width} width={`${width}%`} height={16} />
              ))}
            </div>
          )}
        </div>
      )}
    </>
  )
}

const offered = (data: readonly ValueList[] | undefined, key: ListKey) =>
  data?.find(({ list }) => list === key)?.values.filter(({ active }: ListValue) => active).length
