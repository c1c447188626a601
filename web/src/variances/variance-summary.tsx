import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { faultClasses, type VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import {
  type VarianceSummary as Summary,
  varianceFilters,
  variances,
} from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { paths, withQuery } from '../platform/address/paths.ts'
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
  const choose = (change: FilterChange, isChosen: boolean) => () =>
    onChoose(isChosen ? Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) : change)
  return (
    <section className={css.summary} aria-label="Sums by class">
      <Sum
        label="Owed to us"
        amount={data.owed}
        isChosen={address.owed === 'yes'}
        onChoose={choose({ owed: 'yes', class: undefined }, address.owed === 'yes')}
      />
      <Sum
        label="Overpaid"
        amount={data.overpaid}
        isChosen={address.owed === 'no'}
        onChoose={choose({ owed: 'no', class: undefined }, address.owed === 'no')}
      />
      {data.writtenOff === '0.00' ? null : (
        <Sum
          label="Written off"
          amount={data.writtenOff}
          isChosen={String(address.statusId) === writtenOff}
          onChoose={choose({ statusId: writtenOff, class: undefined }, String(address.statusId) === writtenOff)}
        />
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
            onClick={choose({ class: name }, isChosen)}
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
      <NotRatedMonths notRated={data.notRated} address={address} />
      <QuietMonths quiet={data.quiet} address={address} />
    </section>
  )
}

const writtenOff = String(varianceStatusIds['Written Off'])

/** The months that no row of a schedule rates, by carrier. */
function NotRatedMonths({ notRated, address }: { notRated: Summary['notRated']; address: FilterValues }) {
  if (notRated.length === 0) return null
  return (
    <div className={css.total}>
      <span>No row of a schedule applies</span>
      <span>
        {notRated.slice(0, maxNamed).map(({ carrierId, carrier, count }, at) => (
          <Fragment key={carrierId}>
            {at > 0 ? ', ' : ''}
            <Link to={monthsAddress(address, { class: 'not rated', mayBePaid: 'yes', carrierId })}>
              {monthsOf(count, at === 0)} of {carrier}
            </Link>
          </Fragment>
        ))}
        {notRated.length > maxNamed ? (
          <>
            {' and '}
            <Link to={monthsAddress(address, { class: 'not rated', mayBePaid: 'yes' })}>others</Link>
          </>
        ) : null}
      </span>
    </div>
  )
}

/** The months that need no action, by class. */
function QuietMonths({ quiet, address }: { quiet: Summary['quiet']; address: FilterValues }) {
  return (
    <div className={css.total}>
      <span>No action needed</span>
      <span>
        {quiet.length === 0
          ? 'No months compared yet'
          : quiet.map(({ class: name, count }, at) => (
              <Fragment key={name}>
                {at > 0 ? ', ' : ''}
                <Link
                  to={monthsAddress(address, { class: name, mayBePaid: name === 'not rated' ? 'no' : null })}
                >{`${showCount(count)} ${classWords[name].toLowerCase()}`}</Link>
              </Fragment>
            ))}
      </span>
    </div>
  )
}

/** A sum that filters the list to its variances, or shows all again. */
function Sum({
  label,
  amount,
  isChosen,
  onChoose,
}: {
  label: string
  amount: string
  isChosen: boolean
  onChoose(): unknown
}) {
  return (
    <button type="button" className={css.class} aria-pressed={isChosen} onClick={onChoose}>
      <span>{label}</span>
      <strong className="figures">{showAmount(amount)}</strong>
    </button>
  )
}

/** The months that a count of the summary is of: by the filters that it knows. */
function monthsAddress(address: FilterValues, of: Readonly<Record<string, string | number | null>>) {
  const { carrierId, agentId, month, monthFrom, monthTo } = address
  return withQuery(paths.expectedMonths, {
    carrierId: carrierId ?? null,
    agentId: agentId ?? null,
    month: month ?? null,
    monthFrom: monthFrom ?? null,
    monthTo: monthTo ?? null,
    ...of,
  })
}

/** Carriers that the summary names. */
const maxNamed = 2

/** '108 months', or '12' after the first. */
function monthsOf(count: number, isFirst: boolean): string {
  if (!isFirst) return showCount(count)
  return `${showCount(count)} ${count === 1 ? 'month' : 'months'}`
}
