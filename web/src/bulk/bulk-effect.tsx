import type { BulkPreview, BulkRow } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'

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
      {changing.length > 0 ? (
        <ul>
          {countsOf(changing).map(([from, count]) => (
            <li key={from ?? ''}>
              <span className="figures">{countOf(kind, count)}</span>
              <ValueChange from={from ?? none} to={to ?? none} />
            </li>
          ))}
        </ul>
      ) : null}
      {unchanged.length > 0 ? (
        <p>
          {countOf(kind, unchanged.length)} already {unchanged.length === 1 ? 'has' : 'have'} this value.
        </p>
      ) : null}
      {changing.length > 1 ? (
        <details className={css.each}>
          <summary>Show each record</summary>
          <ul>
            {changing.map(({ id, name, from }) => (
              <li key={id}>
                <span>{name}</span>
                <ValueChange from={from ?? none} to={to ?? none} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
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

/** A value before and after the change. */
export function ValueChange({ from, to }: { from: string; to: string }) {
  return (
    <span className={css.change}>
      {from}
      <IconArrowRight size={14} stroke={1.75} role="img" aria-label="becomes" />
      <strong>{to}</strong>
    </span>
  )
}

/** Counts by current value, largest first. */
function countsOf(rows: readonly BulkRow[]): [from: string | null, count: number][] {
  const counts = new Map<string | null, number>()
  for (const { from } of rows) counts.set(from, (counts.get(from) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}
