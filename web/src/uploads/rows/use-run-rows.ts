import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { type CheckedRow, type RowProblem, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'

/** What a tab of the dry run shows beside the refused rows. */
export type Outcome = InputOf<typeof uploads.checkedRows>['outcome']

/** Rows that come by pages of 50 as one scrolls. */
export interface RowsOnDemand<Row> {
  /** undefined until the first page. */
  rows: Row[] | undefined
  /** Asks for the next page; undefined when there is none or it is on its way. */
  more: (() => void) | undefined
  loading: boolean
  failed: string | null
  retry(): void
}

const pageSize = 50

/** The rows of a dry run with one outcome; of changed ones those of one field, when it is named. */
export function useCheckedRows(runId: string, outcome: Outcome, field?: string): RowsOnDemand<CheckedRow> {
  const input = { runId, outcome, pageSize, ...(field ? { field } : {}) }
  return usePages(keyOf(uploads.checkedRows, input), (pageNumber, signal) =>
    call(uploads.checkedRows, { ...input, pageNumber }, signal),
  )
}

/** Every complaint of a run. */
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
    // A dry run's rows never change.
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
