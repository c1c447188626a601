import { bulk, type MatchingPreview } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListFilter } from '../lists/use-list.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'
import { BulkFormFrame, type BulkFormProps, type ChosenValue } from './bulk-form-frame.tsx'
import { AlreadyHaveIt, ChangeCounts, EachChange, EffectWarnings } from './effect-parts.tsx'

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
  const counts = [
    ...from.map((value) => ({ from: value.from ?? none, records: value.records })),
    ...(others > 0 ? [{ from: 'Other values', records: others }] : []),
  ]
  const first = data.filter(({ outcome }) => outcome === 'changes')
  const left = data.filter(({ outcome }) => outcome === 'refused')
  return (
    <section className={css.effect} aria-label="What will change" aria-live="polite">
      {matching === listed ? null : (
        <p>
          {countOf(kind, matching)} match now; the list showed {listed.toLocaleString('en-US')}.
        </p>
      )}
      {changing > 0 ? <ChangeCounts kind={kind} counts={counts} to={to} /> : <p>Nothing would change.</p>}
      <AlreadyHaveIt kind={kind} count={unchanged} />
      <EachChange
        summary={first.length < changing ? `Show the first ${first.length}` : 'Show each record'}
        rows={first}
        none={none}
        to={to}
      />
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
      <EffectWarnings warnings={warnings} />
    </section>
  )
}

const namesOf = (rows: readonly { name: string }[]) =>
  rows.length > 0 ? ` (such as ${rows.map(({ name }) => name).join(', ')})` : ''
