import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import type { CheckedRow, ImportKind, RowProblem, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { runCallsOf } from '../run-calls.ts'

/** Outcomes besides refused rows. */
export type Outcome = InputOf<typeof uploads.checkedRows>['outcome']

/** Rows in pages of 50, loaded while scrolling. */
export interface RowsOnDemand<Row> {
  /** Undefined until the first page is loaded. */
  rows: Row[] | undefined
  /** Loads the next page; undefined if there is none or it is loading. */
  more: (() => void) | undefined
  loading: boolean
  failed: string | null
  retry(): void
}

const pageSize = 50

/** Rows of a dry run with one outcome; `field` limits changed rows to one field. */
export function useCheckedRows(
  kind: ImportKind,
  runId: string,
  outcome: Outcome,
  field?: string,
): RowsOnDemand<CheckedRow> {
  const input = { runId, outcome, pageSize, ...(field ? { field } : {}) }
  const { checkedRows } = runCallsOf(kind)
  return usePages(keyOf(checkedRows, input), (pageNumber, signal) =>
    call(checkedRows, { ...input, pageNumber }, signal),
  )
}

export function useRefusals(kind: ImportKind, runId: string): RowsOnDemand<RowProblem> {
  const input = { runId, pageSize }
  const { refusals } = runCallsOf(kind)
  return usePages(keyOf(refusals, input), (pageNumber, signal) => call(refusals, { ...input, pageNumber }, signal))
}

interface Page<Row> {
  data: Row[]
  pageNumber: number
  totalPages: number
}

function usePages<Row>(key: unknown[], page: (pageNumber: number, signal: AbortSignal) => Promise<Page<Row>>) {
  const query = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Page<Row>) => (last.pageNumber < last.totalPages ? last.pageNumber + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, hasNextPage, isFetching, error } = query
  return {
    rows: data?.pages.flatMap((part) => part.data),
    more: hasNextPage && !isFetching && !error ? () => void query.fetchNextPage() : undefined,
    loading: isFetching,
    failed: error ? failureMessage(error) : null,
    retry: () => void (data ? query.fetchNextPage() : query.refetch()),
  }
}
