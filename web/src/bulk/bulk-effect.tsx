import type { BulkPreview, BulkRow } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { Button } from '@mantine/core'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'
import { AlreadyHaveIt, type ChangeCount, ChangeCounts, EachChange, EffectWarnings } from './effect-parts.tsx'

interface Props {
  kind: BulkKind
  effect: BulkPreview
  /** Label of an empty value. */
  none: string
  /** Continues with these records only. */
  onKeep(ids: readonly number[]): void
}

/** Preview of a bulk change: counts by old and new value, each record, refused records with reasons, and warnings. */
export function BulkEffect({ kind, effect: { data, to, warnings }, none, onKeep }: Props) {
  const of = (outcome: BulkRow['outcome']) => data.filter((row) => row.outcome === outcome)
  const [changing, unchanged, refused] = [of('changes'), of('has it'), of('refused')]
  return (
    <section className={css.effect} aria-label="What will change" aria-live="polite">
      <ChangeCounts kind={kind} counts={countsOf(changing, none)} to={to ?? none} />
      <AlreadyHaveIt kind={kind} count={unchanged.length} />
      <EachChange summary="Show each record" rows={changing} none={none} to={to ?? none} />
      {refused.length > 0 ? (
        <NoticeLine tone="red">
          <span className={css.warning}>{countOf(kind, refused.length)} can't be changed, so none will be:</span>
          <span className={css.refused}>
            {refused.map(({ id, name, why }) => (
              <span key={id} className={css.warning}>
                {name}: {why}
              </span>
            ))}
          </span>
          {refused.length < data.length ? (
            <Button
              size="sm"
              onClick={() => onKeep(data.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id))}
            >
              Leave {refused.length === 1 ? 'it' : 'them'} out
            </Button>
          ) : null}
        </NoticeLine>
      ) : null}
      <EffectWarnings warnings={warnings} />
    </section>
  )
}

/** Counts by current value, largest first. */
function countsOf(rows: readonly BulkRow[], none: string): ChangeCount[] {
  const counts = new Map<string, number>()
  for (const { from } of rows) counts.set(from ?? none, (counts.get(from ?? none) ?? 0) + 1)
  return [...counts].map(([from, records]) => ({ from, records })).sort((one, other) => other.records - one.records)
}
