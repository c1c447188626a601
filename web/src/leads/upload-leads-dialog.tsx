import { type LeadRun, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendFile } from '../platform/call.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { keyOf, useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { showCount } from '../ui/cell-value.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { NoticeLine } from '../ui/notice-line.tsx'
import { usePhone } from '../ui/use-phone.ts'
import css from './leads.module.css'

/** What is known of the chosen file: on its way, what it would do, or why it cannot be taken. */
type State = 'none' | 'reading' | { run: LeadRun } | { why: string }

/**
 * Loads a file of leads: first what it would do, then the load itself, of all rows or, when some are refused, of the good
 * ones. Afterwards it can be taken back (LEAD-11 to LEAD-14).
 */
export function UploadLeadsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const phone = usePhone()
  return (
    <Dialog opened={opened} onClose={onClose} title="Upload leads" size={520} fullScreen={phone} centered>
      <Upload onClose={onClose} />
    </Dialog>
  )
}

function Upload({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>('none')
  const [loading, setLoading] = useState(false)
  const client = useQueryClient()
  const undo = useSend(leads.undoUpload, { refreshes: [leads.list] })
  const size = usePhone() ? 'xl' : 'md'

  const refused = (why: string) => {
    toasts.error('Failed to process CSV')
    setState({ why })
  }
  const check = async (chosen: File) => {
    setFile(chosen)
    setState('reading')
    try {
      const run = await sendFile(leads.upload, { fileName: chosen.name, dryRun: true }, chosen)
      if (run.state === 'checked') setState({ run })
      else refused(run.message ?? 'The file could not be read')
    } catch (error) {
      refused(failureMessage(error))
    }
  }
  const takeBack = async (batchId: number) => {
    try {
      await undo.mutateAsync({ batchId })
      toasts.success('The upload is undone')
    } catch (error) {
      toasts.failure('Not undone.', error)
    }
  }
  const load = async () => {
    if (!file) return
    setLoading(true)
    try {
      const { batchId } = await sendFile(leads.upload, { fileName: file.name, loadGoodRows: true }, file)
      await client.invalidateQueries({ queryKey: keyOf(leads.list) })
      if (batchId === null) toasts.success('Successfully processed CSV')
      else toasts.offer('Successfully processed CSV', 'Undo', () => void takeBack(batchId))
      onClose()
    } catch (error) {
      refused(failureMessage(error))
      setLoading(false)
    }
  }
  const run = typeof state === 'object' && 'run' in state ? state.run : null
  const loadable = run?.counts ? run.counts.new + run.counts.changed : 0
  return (
    <div className={css.upload}>
      <p className={css.help}>
        The file needs the columns FFMApplicationID and State; all others are ignored. An application that is there
        already is changed, not doubled.
      </p>
      <FileDrop
        file={file}
        onFile={(chosen) => void check(chosen)}
        disabled={state === 'reading' || loading}
        note={state === 'reading' ? 'being read' : run?.counts ? `${showCount(run.counts.rows)} rows` : undefined}
      />
      {typeof state === 'object' && 'why' in state ? <NoticeLine tone="red">{state.why}</NoticeLine> : null}
      {run ? <Outcome run={run} /> : null}
      <div className={css.answers}>
        <Button size={size} variant="subtle" onClick={onClose} disabled={loading}>
          Cancel
        </Button>
        <Button size={size} variant="filled" disabled={loadable === 0} loading={loading} onClick={() => void load()}>
          {loadable === 0 ? 'Load leads' : `Load ${showCount(loadable)} ${loadable === 1 ? 'lead' : 'leads'}`}
        </Button>
      </div>
    </div>
  )
}

function Outcome({ run: { counts, problems, ignoredColumns } }: { run: LeadRun }) {
  if (!counts) return null
  return (
    <>
      <p className={css.counts} role="status">
        <strong>{showCount(counts.new)}</strong> new, <strong>{showCount(counts.changed)}</strong> changed,{' '}
        <strong>{showCount(counts.unchanged)}</strong> as they were
        {counts.refused > 0 ? (
          <>
            , <strong>{showCount(counts.refused)}</strong> refused
          </>
        ) : null}
        .{ignoredColumns.length > 0 ? ` Ignored: ${ignoredColumns.join(', ')}.` : ''}
      </p>
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
    </>
  )
}
