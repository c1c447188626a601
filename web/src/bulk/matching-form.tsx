import { bulk, type MatchingPreview } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListFilter } from '../lists/use-list.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'
import { ValueChange } from './bulk-effect.tsx'
import { BulkFormFrame, type BulkFormProps, type ChosenValue } from './bulk-form-frame.tsx'

interface MatchingFormProps extends BulkFormProps {
  filter: ListFilter
  /** Number of records that the list showed. */
  total: number
}

/** Form of a bulk change of all records that match the filters; those that cannot be changed are left out. */
export function MatchingForm({ filter, total, ...props }: MatchingFormProps) {
  const { kind, question, refreshes } = props
  const { action, none } = question
  const [chosen, setChosen] = useState<ChosenValue>()
  const { previewMatching, applyMatching, recent } = bulk[kind]
  const previewed = useQuery({
    ...apiQuery(previewMatching, { action, value: chosen ?? null, filter }),
    enabled: chosen !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const change = useSend(applyMatching, { refreshes: [...refreshes, recent] })
  const effect = chosen === undefined ? undefined : previewed.data
  return (
    <BulkFormFrame
      {...props}
      chosen={chosen}
      onChoose={setChosen}
      effect={effect ? <MatchingEffect kind={kind} effect={effect} none={none} listed={total} /> : null}
      failure={chosen === undefined ? null : previewed.error}
      count={effect?.changing ?? total}
      ready={(effect?.changing ?? 0) > 0}
      apply={(input) => change.mutateAsync({ action, ...input, filter, stamp: effect?.stamp ?? '' })}
      onCheckAgain={() => void previewed.refetch()}
    />
  )
}

interface MatchingEffectProps {
  kind: BulkKind
  effect: MatchingPreview
  none: string
  listed: number
}

/** Preview in numbers, with the first records. */
function MatchingEffect({ kind, effect, none, listed }: MatchingEffectProps) {
  const { matching, changing, unchanged, from, refused, data, warnings } = effect
  const to = effect.to ?? none
  const others = changing - from.reduce((sum, { records }) => sum + records, 0)
  const first = data.filter(({ outcome }) => outcome === 'changes')
  const left = data.filter(({ outcome }) => outcome === 'refused')
  return (
    <section className={css.effect} aria-label="What will change" aria-live="polite">
      {matching === listed ? null : (
        <p>
          {countOf(kind, matching)} match now; the list showed {listed.toLocaleString('en-US')}.
        </p>
      )}
      {changing > 0 ? (
        <ul>
          {from.map((value) => (
            <li key={value.from ?? ''}>
              <span className="figures">{countOf(kind, value.records)}</span>
              <ValueChange from={value.from ?? none} to={to} />
            </li>
          ))}
          {others > 0 ? (
            <li>
              <span className="figures">{countOf(kind, others)}</span>
              <ValueChange from="Other values" to={to} />
            </li>
          ) : null}
        </ul>
      ) : (
        <p>Nothing would change.</p>
      )}
      {unchanged > 0 ? (
        <p>
          {countOf(kind, unchanged)} already {unchanged === 1 ? 'has' : 'have'} this value.
        </p>
      ) : null}
      {first.length > 1 ? (
        <details className={css.each}>
          <summary>{first.length < changing ? `Show the first ${first.length}` : 'Show each record'}</summary>
          <ul>
            {first.map((row) => (
              <li key={row.id}>
                <span>{row.name}</span>
                <ValueChange from={row.from ?? none} to={to} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {refused.length > 0 ? (
        <NoticeLine tone="amber">
          {refused.map(({ why, records }) => (
            <span key={why} className={css.warning}>
              {countOf(kind, records)} {records === 1 ? 'stays as it is' : 'stay as they are'}: {why}
              {namesOf(left.filter((row) => row.why === why))}
            </span>
          ))}
        </NoticeLine>
      ) : null}
      {warnings.length > 0 ? (
        <NoticeLine tone="amber">
          {warnings.map((warning) => (
            <span key={warning} className={css.warning}>
              {warning}
            </span>
          ))}
        </NoticeLine>
      ) : null}
    </section>
  )
}

const namesOf = (rows: readonly { name: string }[]) =>
  rows.length > 0 ? ` (such as ${rows.map(({ name }) => name).join(', ')})` : ''
