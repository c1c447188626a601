import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from './load-headings.module.css'

interface Props {
  run: Pick<ImportRun, 'start' | 'notes'>
  onHeadingLine(line: number): void
}

/** Line of the headings, if there is text above them, and skipped notes. */
export function FileLines({ run: { start, notes }, onHeadingLine }: Props) {
  const [first] = start?.rows ?? []
  if (!start || !first || (start.headingLine === first.line && notes.length === 0)) return null
  return (
    <section className={css.lines} aria-label="Lines without records">
      <label>
        Headings on line{' '}
        <span className={css.line}>
          <select
            className={css.lineSelect}
            value={start.headingLine}
            onChange={({ currentTarget }) => onHeadingLine(Number(currentTarget.value))}
          >
            {start.rows.map(({ line, text }) => (
              <option key={line} value={line}>
                {line}: {text}
              </option>
            ))}
          </select>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </span>
      </label>
      {notes.length > 0 ? (
        <span title={notes.map(({ line, text }) => `Line ${line}: ${text}`).join('\n')}>
          {notes.length === 1
            ? `Line ${showCount(notes[0]?.line ?? 0)} is a note and is skipped: ${notes[0]?.text}`
            : `${notes.length} lines are notes and are skipped, such as line ${showCount(notes[0]?.line ?? 0)}: ${notes[0]?.text}`}
        </span>
      ) : null}
    </section>
  )
}
