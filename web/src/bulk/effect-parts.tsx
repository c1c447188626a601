import { type BulkKind, countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './bulk.module.css'

/** Number of records that change, by their value before the change. */
export interface ChangeCount {
  from: string
  records: number
}

/** Numbers of records that change, by value before and after. */
export function ChangeCounts({ kind, counts, to }: { kind: BulkKind; counts: readonly ChangeCount[]; to: string }) {
  if (counts.length === 0) return null
  return (
    <ul>
      {counts.map(({ from, records }) => (
        <li key={from}>
          <span className="figures">{countOf(kind, records)}</span>
          <ValueChange from={from} to={to} />
        </li>
      ))}
    </ul>
  )
}

/** Number of records that have the value already. */
export function AlreadyHaveIt({ kind, count }: { kind: BulkKind; count: number }) {
  if (count === 0) return null
  return (
    <p>
      {countOf(kind, count)} already {count === 1 ? 'has' : 'have'} this value.
    </p>
  )
}

interface EachProps {
  summary: string
  rows: readonly { id: number; name: string; from: string | null }[]
  none: string
  to: string
}

/** The records that change, by name; folded, and left out for a single one. */
export function EachChange({ summary, rows, none, to }: EachProps) {
  if (rows.length < 2) return null
  return (
    <details className={css.each}>
      <summary>{summary}</summary>
      <ul>
        {rows.map(({ id, name, from }) => (
          <li key={id}>
            <span>{name}</span>
            <ValueChange from={from ?? none} to={to} />
          </li>
        ))}
      </ul>
    </details>
  )
}

export function EffectWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <NoticeLine tone="amber">
      {warnings.map((warning) => (
        <span key={warning} className={css.warning}>
          {warning}
        </span>
      ))}
    </NoticeLine>
  )
}

/** A value before and after the change. */
function ValueChange({ from, to }: { from: string; to: string }) {
  return (
    <span className={css.change}>
      {from}
      <IconArrowRight size={14} stroke={1.75} role="img" aria-label="becomes" />
      <strong>{to}</strong>
    </span>
  )
}
