import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { type CheckedRow, type RowProblem, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'

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
export function useCheckedRows(runId: string, outcome: Outcome, field?: string): RowsOnDemand<CheckedRow> {
  const input = { runId, outcome, pageSize, ...(field ? { field } : {}) }
  return usePages(keyOf(uploads.checkedRows, input), (pageNumber, signal) =>
    call(uploads.checkedRows, { ...input, pageNumber }, signal),
  )
}

export function useRefusals(runId: string): RowsOnDemand<RowProblem> {
  const input = { runId, pageSize }
  return usePages(keyOf(uploads.refusals, input), (pageNumber, signal) =>
    call(uploads.refusals, { ...input, pageNumber }, signal),
  )
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
