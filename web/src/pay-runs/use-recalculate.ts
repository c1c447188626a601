import { type PayRunDetail, payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { useSend } from '../platform/api/query.ts'
import { useSentAt } from '../platform/api/use-sent-at.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { payRunRefreshes } from './pay-run-forms.tsx'

type Run = Pick<PayRunDetail, 'id' | 'calculatingSince'>

/**
 * Calculates a draft again, and says so if that fails. `since` is the start of a calculation that runs, on any screen, by any user, and
 * also after the page was loaded again.
 */
export function useRecalculate({ id, calculatingSince }: Run): { recalculate(): void; since: number | undefined } {
  const { mutateAsync } = useSend(payRuns.calculate, { refreshes: payRunRefreshes })
  const recalculate = () =>
    void mutateAsync({ id }).catch((failure: unknown) => toasts.failure("Couldn't calculate the run.", failure))
  const sent = useSentAt(payRuns.calculate, { id })
  return { recalculate, since: sent ?? (calculatingSince === null ? undefined : Date.parse(calculatingSince)) }
}
