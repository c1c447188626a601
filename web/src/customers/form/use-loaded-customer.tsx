import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import css from '../customers.module.css'

/** Source of a dialog's initial values. */
export interface CustomerSource<Loaded> {
  /** The dialog that needs it. */
  dialog: CustomerDialog
  key(id: number, nth: number): QueryKey
  load(id: number, signal?: AbortSignal): Promise<Loaded>
}

/** Initial values of a customer form; fetched each time it opens and not refetched while the user types. */
export function useLoadedCustomer<Loaded>(
  { dialog, id, nth }: Opening<CustomerDialog>,
  source: CustomerSource<Loaded>,
): {
  loaded: Loaded | undefined
  /** Shown instead of the form while there is nothing to edit. */
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

/** Skeleton of the form. */
export function LoadingForm() {
  return (
    <div className={css.skeleton} role="status" aria-label="Loading the customer">
      {[44, 72, 60, 80, 52, 66].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}
