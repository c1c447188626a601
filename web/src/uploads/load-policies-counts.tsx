import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { showCount } from '../ui/cell-value.tsx'
import type { Tone } from '../ui/list-column.ts'
import { Bone } from '../ui/skeleton.tsx'
import { StatusDot } from '../ui/status-pill.tsx'
import css from './load-policies.module.css'

const parts = [
  { name: 'new', label: 'New', tone: 'green' },
  { name: 'changed', label: 'Changed', tone: 'blue' },
  { name: 'unchanged', label: 'Unchanged', tone: 'grey' },
  { name: 'missing', label: 'Missing from this file', tone: 'amber' },
  { name: 'refused', label: 'Refused', tone: 'red' },
] as const satisfies readonly { name: keyof ImportCounts; label: string; tone: Tone }[]

/** What the file would do to the book; null while the check is on its way. */
export function CheckCounts({ counts }: { counts: ImportCounts | null }) {
  return (
    <dl className={css.counts}>
      {parts.map(({ name, label, tone }) => (
        <div key={name}>
          <dt>
            <StatusDot tone={tone} /> {label}
          </dt>
          <dd>{counts ? showCount(counts[name]) : <Bone width={48} />}</dd>
        </div>
      ))}
    </dl>
  )
}
