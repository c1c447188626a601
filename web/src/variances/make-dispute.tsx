import { type DisputeInput, type DisputePreview, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { disputeRefreshes } from './dispute-refreshes.ts'
import { monthsInWords } from './variance-words.ts'
import css from './variances.module.css'

interface Props {
  /** Chosen variances. */
  input: DisputeInput
  onClose(): void
  /** Called after the disputes were made; clears the selection. */
  onDone(): void
}

/** What disputing the chosen variances makes, by carrier, and the button that makes it. */
export function MakeDispute({ input, onClose, onDone }: Props) {
  const { data, error } = useQuery({ ...apiQuery(disputes.preview, input), staleTime: 0, gcTime: 0, retry: false })
  const create = useSend(disputes.create, { refreshes: disputeRefreshes })
  const navigate = useNavigate()
  const size = usePhone() ? 'xl' : 'md'
  const failure = create.error ?? error
  const packs = data?.packs.length ?? 0
  const make = async () => {
    const made = await create.mutateAsync(input).catch(() => undefined)
    if (!made) return
    const [first, second] = made
    onDone()
    toasts.success(made.length === 1 ? `Dispute ${first?.id} made` : `${made.length} disputes made`)
    void navigate({ to: first && !second ? paths.dispute(first.id) : paths.disputes })
  }
  return (
    <div className={css.detail}>
      {failure ? <NoticeLine tone="red">{failureMessage(failure)}</NoticeLine> : null}
      {data ? <Effect preview={data} /> : error ? null : <SkeletonBar width="100%" height={80} />}
      <div className={css.answers}>
        <Button size={size} variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size={size}
          variant="filled"
          data-autofocus
          loading={create.isPending}
          disabled={packs === 0}
          onClick={() => void make()}
        >
          {packs > 1 ? `Make ${packs} disputes` : 'Make dispute'}
        </Button>
      </div>
    </div>
  )
}

function Effect({ preview: { packs, leftOut } }: { preview: DisputePreview }) {
  return (
    <section className={css.detail} aria-label="What will be disputed" aria-live="polite">
      {packs.length === 0 ? <p>None of these variances can be disputed.</p> : null}
      <ul className={css.packs}>
        {packs.map(({ carrierId, carrier, variances, stake, disputeBy, late }) => (
          <li key={carrierId}>
            <span>
              {carrier}: {monthsInWords(variances)}
              {disputeBy ? `, dispute by ${showDate(disputeBy)}` : ''}
              {late > 0 ? <span className={css.late}>, {late} past the last day</span> : null}
            </span>
            <span className="figures">{showMoney(stake)}</span>
          </li>
        ))}
      </ul>
      {leftOut.map(({ why, variances }) => (
        <p key={why}>
          {monthsInWords(variances)} left out: {why.charAt(0).toLowerCase() + why.slice(1)}.
        </p>
      ))}
    </section>
  )
}
