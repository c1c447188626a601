import { Button } from '@mantine/core'
import { IconAlertCircle, IconFile, IconFileTypeCsv, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { showFileSize } from '../basics/file-size.ts'
import { usePhone } from '../basics/use-phone.ts'
import css from './file-drop.module.css'

interface FileDropProps {
  file: File | null
  onFile(file: File): void
  /** Under the file's name after its size: '20,221 rows, read in 0.9 s'. */
  note?: ReactNode
  /** While it is worked on it cannot be replaced. */
  disabled?: boolean
  /** Endings of the files that it takes. */
  endings?: readonly string[]
  /** Why the chosen file cannot be taken, in a sentence. */
  error?: string | undefined
}

const onlyCsv = ['.csv']
const namesOf = (endings: readonly string[]) =>
  endings.length === 1 ? endings[0] : `${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`

/** How to get a .csv file of a workbook or a text file; '' for other files. */
function howToSave(name: string): string {
  if (/\.(?:xlsx?|xlsm|ods|numbers)$/i.test(name))
    return '. Open it in your spreadsheet, choose Save As and CSV UTF-8, and choose that file'
  return /\.(?:txt|tsv)$/i.test(name)
    ? '. If commas, semicolons or tabs separate its columns, change the end of its name to .csv and choose it again'
    : ''
}

/** Takes one file with one of the endings, dropped or chosen; any other is refused with a sentence. Then its name, size and 'Replace'. */
export function FileDrop({ file, onFile, note, disabled, error, endings = onlyCsv }: FileDropProps) {
  const named = namesOf(endings)
  const FileIcon = file && !/\.csv$/i.test(file.name) ? IconFile : IconFileTypeCsv
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const size = usePhone() ? 'xl' : 'sm'
  const [over, setOver] = useState(false)
  const errorId = useId()
  const take = (files: FileList | null) => {
    const [first, second] = files ?? []
    if (!first) return
    if (second) return setRefused('Attach one file at a time')
    if (!endings.some((ending) => first.name.toLowerCase().endsWith(ending)))
      return setRefused(
        `Only a ${named} file is accepted, not ${first.name}${endings.includes('.csv') ? howToSave(first.name) : ''}`,
      )
    setRefused(undefined)
    onFile(first)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  const choose = () => input.current?.click()
  const complaint = refused ?? error
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button in it does the same by keyboard */}
      <div
        className={css.zone}
        data-over={over || undefined}
        data-file={file ? true : undefined}
        data-error={complaint ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? (
          <>
            <FileIcon className={css.icon} size={20} stroke={1.75} aria-hidden />
            <span className={css.words}>
              <span className={css.name}>{file.name}</span>
              <span className={css.note}>
                {showFileSize(file.size)}
                {note ? <>, {note}</> : null}
              </span>
            </span>
            <Button size={size} variant="subtle" disabled={disabled} onClick={choose} aria-describedby={errorId}>
              Replace
            </Button>
          </>
        ) : (
          <>
            <IconUpload className={css.icon} size={20} stroke={1.75} aria-hidden />
            <span className={css.words}>
              <span className={css.name}>Drop a {named} file here</span>
              <span className={css.note}>or choose it from your computer</span>
            </span>
            <Button size={size} disabled={disabled} onClick={choose} aria-describedby={errorId} data-autofocus>
              Choose file
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept={[...endings, ...(endings.includes('.csv') ? ['text/csv'] : [])].join(',')}
          hidden
          aria-label="File"
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </div>
      <div id={errorId} className={css.error} role="alert">
        {complaint ? (
          <>
            <IconAlertCircle size={14} stroke={1.75} aria-hidden /> {complaint}
          </>
        ) : null}
      </div>
    </div>
  )
}
