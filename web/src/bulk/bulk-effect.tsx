import type { BulkPreview } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { NoticeLine } from '../ui/notice-line.tsx'
import css from './bulk.module.css'
import { leadCount } from './bulk-words.ts'

/** What a change of many would do, from what to what and how many, and what to know before it is done; `none` is said for none. */
export function BulkEffect({ effect, none }: { effect: BulkPreview; none: string }) {
  const { from, to, unchanged, warnings } = effect
  return (
    <section className={css.effect} aria-label="What will change" aria-live="polite">
      {from.length > 0 ? (
        <ul>
          {from.map(({ name, records }) => (
            <li key={name ?? ''}>
              <span className="figures">{leadCount(records)}</span>
              <span className={css.change}>
                {name ?? none}
                <IconArrowRight size={14} stroke={1.75} role="img" aria-label="becomes" />
                <strong>{to ?? none}</strong>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {unchanged > 0 ? (
        <p>
          {leadCount(unchanged)} {unchanged === 1 ? 'has' : 'have'} that already.
        </p>
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
