import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { faultClasses, type VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { varianceFilters, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusDot } from '../ui/basics/status-pill.tsx'
import type { FilterChange, FilterValues } from '../ui/filters/filter.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { classMark } from './variance-words.ts'
import css from './variances.module.css'

interface Props {
  /** Filter values of the URL. */
  address: FilterValues
  onChoose(change: FilterChange): unknown
}

/** Number and dollars of each class, the months that no schedule rates, and those that need no action. */
export function VarianceSummary({ address, onChoose }: Props) {
  const known = Object.entries(address).filter(([name]) => name in varianceFilters && name !== 'class')
  const { data, failureReason } = useQuery({
    ...apiQuery(variances.summary, Object.fromEntries(known)),
    placeholderData: keepPreviousData,
  })
  if (!data)
    return (
      <section className={css.summary} aria-label="Sums by class" aria-busy={!failureReason}>
        {failureReason ? (
          <NoticeLine tone="red">Couldn't load the sums: {failureMessage(failureReason)}</NoticeLine>
        ) : (
          <SkeletonBar width="70%" />
        )}
      </section>
    )
  const sumOf = (name: VarianceClass) => data.faults.find((one) => one.class === name)
  const quiet = data.quiet.map((one) => `${showCount(one.count)} ${classWords[one.class].toLowerCase()}`)
  return (
    <section className={css.summary} aria-label="Sums by class">
      <div className={css.total}>
        <span>Owed to us</span>
        <strong className="figures">{showAmount(data.owed)}</strong>
      </div>
      <div className={css.total}>
        <span>Overpaid</span>
        <strong className="figures">{showAmount(data.overpaid)}</strong>
      </div>
      {data.writtenOff === '0.00' ? null : (
        <div className={css.total}>
          <span>Written off</span>
          <strong className="figures">{showAmount(data.writtenOff)}</strong>
        </div>
      )}
      {faultClasses.map((name) => {
        const sum = sumOf(name)
        if (!sum) return null
        const isChosen = address.class === name
        return (
          <button
            key={name}
            type="button"
            className={css.class}
            aria-pressed={isChosen}
            onClick={() => onChoose({ class: isChosen ? undefined : name })}
          >
            <span>
              <StatusDot tone={classMark[name].tone} /> {classWords[name]}
            </span>
            <span>
              <strong className="figures">{showAmount(sum.stake)}</strong> {showCount(sum.count)}
            </span>
          </button>
        )
      })}
      {data.notRated.length > 0 ? (
        <div className={css.total}>
          <span>No row of a schedule applies</span>
          <span>{notRatedInWords(data.notRated)}</span>
        </div>
      ) : null}
      <div className={css.total}>
        <span>No action needed</span>
        <span>{quiet.length === 0 ? 'No months compared yet' : quiet.join(', ')}</span>
      </div>
    </section>
  )
}

const maxNamed = 2

/** '108 months of Gulfstream Health, 12 of Oscar and others' */
function notRatedInWords(carriers: readonly { carrier: string; count: number }[]): string {
  const named = carriers.slice(0, maxNamed).map(({ carrier, count }, at) => {
    const months = count === 1 ? 'month' : 'months'
    return `${showCount(count)}${at === 0 ? ` ${months}` : ''} of ${carrier}`
  })
  return `${named.join(', ')}${carriers.length > maxNamed ? ' and others' : ''}`
}
