import { amountOf, cents, showAmount } from '@coverdesk/domain/fields/amount.ts'
import {
  classesToReview,
  type SourceClass,
  sourceClasses,
  sourceClassWords,
} from '@coverdesk/domain/three-sources/source-class.ts'
import type { SourceSummary as Summary } from '@coverdesk/domain/three-sources/source-contract.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { showCount } from '../ui/basics/cell-value.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusDot } from '../ui/basics/status-pill.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { classTones } from './source-columns.tsx'
import css from './three-sources.module.css'

interface Props {
  data: Summary | undefined
  /** Why there are no sums. */
  failure: string | null
  chosen: SourceClass | undefined
  onChoose(chosen: SourceClass | undefined): unknown
}

/** Policies of the month by class, and that their sums are those of the sources. */
export function SourceSummary({ data, failure, chosen, onChoose }: Props) {
  if (!data)
    return (
      <section className={css.summary} aria-label="Classes" aria-busy={!failure}>
        {failure ? (
          <NoticeLine tone="red">Couldn't load the classes: {failure}</NoticeLine>
        ) : (
          <SkeletonBar width="70%" />
        )}
      </section>
    )
  const known = sourceClasses.flatMap((name) => data.classes.find((one) => one.class === name) ?? [])
  if (known.length === 0) return null
  const sum = (read: (one: Summary['classes'][number]) => number) => known.reduce((total, one) => total + read(one), 0)
  const totals = {
    units: sum(({ units }) => units),
    exchange: sum(({ exchange }) => exchange),
    book: sum(({ book }) => book),
    paid: amountOf(sum(({ paid }) => cents(paid) ?? 0)),
  }
  return (
    <section className={css.summary} aria-label="Classes">
      <table className={css.classes}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Policies</th>
            <th scope="col">Exchange</th>
            <th scope="col">Book</th>
            <th scope="col">Statement</th>
          </tr>
        </thead>
        <tbody>
          {known.map((one) => (
            <tr key={one.class} data-chosen={one.class === chosen}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={one.class === chosen}
                  data-quiet={!classesToReview.includes(one.class)}
                  onClick={() => onChoose(one.class === chosen ? undefined : one.class)}
                >
                  <StatusDot tone={classTones[one.class]} /> {sourceClassWords[one.class]}
                </button>
              </th>
              <td className="figures">{showCount(one.units)}</td>
              <td className="figures">{countOrNone(one.exchange)}</td>
              <td className="figures">{countOrNone(one.book)}</td>
              <td className="figures">{cents(one.paid) === 0 ? '-' : showAmount(one.paid)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total of classes</th>
            <td className="figures">{showCount(totals.units)}</td>
            <td className="figures">{showCount(totals.exchange)}</td>
            <td className="figures">{showCount(totals.book)}</td>
            <td className="figures">{showAmount(totals.paid)}</td>
          </tr>
          {data.sources ? (
            <tr>
              <th scope="row">Total of sources</th>
              <td />
              <Proof agrees={data.sources.exchange === totals.exchange} isWaiting={data.comparedAt === null}>
                {showCount(data.sources.exchange)}
              </Proof>
              <Proof agrees={data.sources.book === totals.book} isWaiting={data.comparedAt === null}>
                {showCount(data.sources.book)}
              </Proof>
              <Proof agrees={cents(data.sources.paid) === cents(totals.paid)} isWaiting={data.comparedAt === null}>
                {showAmount(data.sources.paid)}
              </Proof>
            </tr>
          ) : null}
        </tfoot>
      </table>
      {data.comparedAt === null ? (
        <p className={css.waiting}>A source changed. The comparison follows within a minute.</p>
      ) : null}
    </section>
  )
}

const countOrNone = (count: number) => (count === 0 ? '-' : showCount(count))

function Proof({ agrees, isWaiting, children }: { agrees: boolean; isWaiting: boolean; children: string }) {
  const Icon = agrees ? IconCheck : IconAlertTriangle
  return (
    <td className="figures" data-proof={agrees ? 'agrees' : isWaiting ? 'waits' : 'differs'}>
      <Icon
        size={14}
        stroke={1.75}
        aria-label={agrees ? 'Equal to the classes:' : isWaiting ? 'Not compared yet:' : 'Differs from the classes:'}
      />{' '}
      {children}
    </td>
  )
}
