import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { payRunRefreshes } from './pay-run-forms.tsx'

/** Calculates a draft again, and says so if that fails. */
export function useRecalculate(id: number): { recalculate(): void; busy: boolean } {
  const { mutateAsync, isPending } = useSend(payRuns.calculate, { refreshes: payRunRefreshes })
  const recalculate = () =>
    void mutateAsync({ id }).catch((failure: unknown) => toasts.failure("Couldn't calculate the run.", failure))
  return { recalculate, busy: isPending }
}
