import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import css from '../customers.module.css'

/** What a dialog begins with, and where it is asked for. */
export interface CustomerSource<Loaded> {
  /** The dialog that needs it. */
  dialog: CustomerDialog
  key(id: number, nth: number): QueryKey
  load(id: number, signal?: AbortSignal): Promise<Loaded>
}

/** What a form about a customer begins with, asked anew each time it opens and not again under the person's hands. */
export function useLoadedCustomer<Loaded>(
  { dialog, id, nth }: Opening<CustomerDialog>,
  source: CustomerSource<Loaded>,
): {
  loaded: Loaded | undefined
  /** In place of the form while there is nothing to fill in. */
  instead: ReactNode
  reload(): Promise<Loaded | undefined>
} {
  const { data, failureReason, refetch } = useQuery({
    queryKey: source.key(id ?? 0, nth),
    queryFn: ({ signal }) => source.load(id ?? 0, signal),
    enabled: dialog === source.dialog && id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const retry = () => void refetch()
  return {
    loaded: data,
    reload: async () => (await refetch()).data,
    instead:
      id === undefined ? (
        <EmptyState title="No customer selected" why="Close this and select a customer in the list." />
      ) : data ? null : failureReason ? (
        <FailedState title="Couldn't load this customer." why={failureMessage(failureReason)} retry={retry} />
      ) : (
        <LoadingForm />
      ),
  }
}

/** Where the fields of a customer will stand. */
export function LoadingForm() {
  return (
    <div className={css.bones} role="status" aria-label="Loading the customer">
      {[44, 72, 60, 80, 52, 66].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}
