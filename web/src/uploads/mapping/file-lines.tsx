import type { ImportRun, ReadAs } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { showCount } from '../../ui/basics/cell-value.tsx'
import css from './load-headings.module.css'

interface Props {
  run: Pick<ImportRun, 'start' | 'notes' | 'readAs'>
  onHeadingLine(line: number): void
}

/** What was found in the file by itself: line of the headings, if there is text above them, skipped notes, sheet and dates. */
export function FileLines({ run: { start, notes, readAs }, onHeadingLine }: Props) {
  const [first] = start?.rows ?? []
  const found = foundIn(readAs)
  const hasOtherLines = start && first && (start.headingLine !== first.line || notes.length > 0)
  if (!hasOtherLines && found.length === 0) return null
  return (
    <section className={css.lines} aria-label="How the file is read">
      {found.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {hasOtherLines ? <HeadingLine start={start} onHeadingLine={onHeadingLine} /> : null}
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

function foundIn({ sheet, hiddenRows, dateOrder, decimalComma, signMarks }: ReadAs): string[] {
  return [
    sheet === null ? '' : `Only the sheet “${sheet}” is read.`,
    hiddenRows === 0 ? '' : hiddenRowsText(hiddenRows),
    dateOrder === 'DMY' ? 'Dates are read with the day first, as this file shows.' : '',
    dateOrder === 'MDY' ? 'Dates are read with the month first, as this file shows.' : '',
    decimalComma ? 'The comma is read as the decimal sign.' : '',
    signMarks ? 'CR is read as paid to the agency, DR as taken back.' : '',
  ].filter((text) => text !== '')
}

/** A filter of the spreadsheet hides rows, which the user may believe to be left out. */
function hiddenRowsText(rows: number): string {
  return rows === 1
    ? '1 row that the workbook hides is read, too.'
    : `${showCount(rows)} rows that the workbook hides are read, too.`
}

interface HeadingLineProps {
  start: NonNullable<ImportRun['start']>
  onHeadingLine(line: number): void
}

function HeadingLine({ start, onHeadingLine }: HeadingLineProps) {
  return (
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
  )
}
