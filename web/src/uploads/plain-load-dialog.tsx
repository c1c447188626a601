import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import type { PlainRun } from '@coverdesk/domain/uploads/plain-upload.ts'
import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { invalidate } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { rowsInWords, showCount } from '../ui/basics/cell-value.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import formCss from '../ui/form/form-modal.module.css'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './plain-load.module.css'
import { RefusedDownload } from './rows/refused-download.tsx'

/** Options of an upload. */
export interface PlainUploadOptions {
  fileName: string
  dryRun?: boolean
  loadGoodRows?: boolean
  /** Replaces existing records, if the dialog offers it. */
  overwrite?: boolean
}

interface PlainLoadProps {
  title: string
  /** Required columns, and what happens to existing records. */
  help: string
  /** Singular and plural of a row: 'lead' and 'leads'. */
  nouns: readonly [one: string, many: string]
  /** Label of the overwrite option; omitted if there is none. */
  overwrite?: string
  send(file: File, options: PlainUploadOptions): Promise<PlainRun>
  undo(batchId: number): Promise<unknown>
  /** Downloads all refused rows of a preview, of which the dialog shows the first. */
  saveRefused?(runId: string): Promise<unknown>
  /** Routes to refetch after an upload. */
  refreshes: readonly Route[]
}

/** State of the chosen file: reading, its preview, or why it can't be loaded. */
type State = 'none' | 'reading' | { run: PlainRun } | { why: string }

/**
 * Uploads a file without a carrier: a preview, then all rows or only the good ones. Can be undone afterwards. While rows are
 * loaded it stays open, since it says how that ended.
 */
export function PlainLoadDialog(props: PlainLoadProps & { opened: boolean; onClose(): void }) {
  const phone = usePhone()
  const loading = useRef(false)
  return (
    <Dialog
      opened={props.opened}
      onClose={() => loading.current || props.onClose()}
      title={props.title}
      size={520}
      fullScreen={phone}
      centered
      classNames={{ content: formCss.content, header: formCss.header, body: formCss.body }}
    >
      <Load {...props} onLoading={(now) => (loading.current = now)} />
    </Dialog>
  )
}

type LoadProps = PlainLoadProps & { onClose(): void; onLoading(now: boolean): void }

function Load(props: LoadProps) {
  const { nouns, onClose } = props
  const { file, state, loading, overwrite, check, setOverwrite, load } = usePlainLoad(props)
  const size = usePhone() ? 'xl' : 'md'
  const run = typeof state === 'object' && 'run' in state ? state.run : null
  const loadable = run?.counts ? run.counts.new + run.counts.changed : 0
  return (
    <div className={formCss.form}>
      <div className={formCss.fields}>
        <p className={css.help}>{props.help}</p>
        <FileDrop
          file={file}
          onFile={(chosen) => void check(chosen, overwrite)}
          disabled={state === 'reading' || loading}
          note={state === 'reading' ? 'being read' : run?.counts ? rowsInWords(run.counts.rows) : undefined}
        />
        {props.overwrite ? (
          <Checkbox
            label={props.overwrite}
            checked={overwrite}
            disabled={loading}
            onChange={(event) => setOverwrite(event.currentTarget.checked)}
          />
        ) : null}
        {typeof state === 'object' && 'why' in state ? <NoticeLine tone="red">{state.why}</NoticeLine> : null}
        {run ? <Outcome run={run} saveRefused={props.saveRefused} /> : null}
      </div>
      <div className={formCss.footer}>
        <span className={formCss.errors} />
        <Button size={size} variant="subtle" onClick={onClose} disabled={loading}>
          Cancel
        </Button>
        <Button size={size} variant="filled" disabled={loadable === 0} loading={loading} onClick={() => void load()}>
          {loadable === 0 ? `Load ${nouns[1]}` : `Load ${showCount(loadable)} ${nouns[loadable === 1 ? 0 : 1]}`}
        </Button>
      </div>
    </div>
  )
}

function usePlainLoad({ send, undo, refreshes, onClose, onLoading }: LoadProps) {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>('none')
  const [loading, setLoading] = useState(false)
  const [overwrite, choose] = useState(false)
  /** Ignores the result of an outdated preview. */
  const previews = useRef(0)

  /** What an attempt found out replaces the refusals of earlier ones. */
  const attempt = () => {
    const dismissEarlier = toasts.earlierErrors()
    return {
      taken: dismissEarlier,
      refused: (why: string) => {
        dismissEarlier()
        toasts.error('Failed to process CSV')
        setState({ why })
      },
    }
  }
  const check = async (chosen: File, replacing: boolean) => {
    const preview = ++previews.current
    const { taken, refused } = attempt()
    setFile(chosen)
    setState('reading')
    try {
      const run = await send(chosen, { fileName: chosen.name, dryRun: true, overwrite: replacing })
      if (preview !== previews.current) return
      if (run.state === 'checked') {
        setState({ run })
        taken()
      } else refused(run.message ?? "Couldn't read the file")
    } catch (error) {
      if (preview === previews.current) refused(failureMessage(error))
    }
  }
  const setOverwrite = (replacing: boolean) => {
    choose(replacing)
    if (file) void check(file, replacing)
  }
  const takeBack = async (batchId: number) => {
    try {
      await undo(batchId)
      toasts.success('Upload undone')
    } catch (error) {
      toasts.failure("Couldn't undo.", error)
    }
  }
  const load = async () => {
    if (!file) return
    setLoading(true)
    onLoading(true)
    const { taken, refused } = attempt()
    try {
      const { batchId } = await send(file, { fileName: file.name, loadGoodRows: true, overwrite })
      await invalidate(...refreshes, menu.counts)
      taken()
      if (batchId === null) toasts.success('Successfully processed CSV')
      else toasts.offer('Successfully processed CSV', 'Undo', () => void takeBack(batchId))
      onClose()
    } catch (error) {
      refused(failureMessage(error))
      setLoading(false)
    } finally {
      onLoading(false)
    }
  }
  return { file, state, loading, overwrite, check, setOverwrite, load }
}

function Outcome({ run, saveRefused }: { run: PlainRun } & Pick<PlainLoadProps, 'saveRefused'>) {
  const { id, counts, problems, ignoredColumns } = run
  if (!counts) return null
  const shown = new Set(problems.map(({ line }) => line)).size
  const repeated = counts.rows - counts.new - counts.changed - counts.unchanged - counts.refused
  return (
    <>
      <p className={css.counts} role="status">
        <strong>{showCount(counts.new)}</strong> new, <strong>{showCount(counts.changed)}</strong> changed,{' '}
        <strong>{showCount(counts.unchanged)}</strong> unchanged
        {counts.refused > 0 ? (
          <>
            , <strong>{showCount(counts.refused)}</strong> refused
          </>
        ) : null}
        {repeated > 0 ? (
          <>
            , <strong>{showCount(repeated)}</strong> repeated (the last row counts)
          </>
        ) : null}
        .{ignoredColumns.length > 0 ? ` Ignored: ${ignoredColumns.join(', ')}.` : ''}
      </p>
      {shown < counts.refused && shown > 0 ? (
        <p className={css.help}>The first {showCount(shown)} refused rows:</p>
      ) : null}
      {problems.length > 0 ? (
        <ul className={css.problems} aria-label="Refused rows">
          {problems.map((problem) => (
            <li key={`${problem.line} ${problem.column}`}>
              <span className="figures">Line {showCount(problem.line)}</span>
              <span>
                {problem.column ?? 'Row'}: {problem.reason}
                {problem.value ? ` (${problem.value})` : ''}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {counts.refused > 0 && saveRefused ? (
        <div>
          <RefusedDownload save={() => saveRefused(id)} />
        </div>
      ) : null}
    </>
  )
}
