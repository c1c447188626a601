import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { useMemo, useState } from 'react'
import { LoadDialog } from '../load-dialog/load-dialog.tsx'
import { RunView } from '../load-dialog/load-policies-main.tsx'
import { type DryRunOrder, useDryRun } from '../load-dialog/use-dry-run.ts'
import { useFreshForm } from '../load-dialog/use-fresh-form.ts'
import { asItIs } from '../mapping/file-reading.ts'
import { mappingToSubmit } from '../mapping/heading-choices.ts'
import { startUpload } from '../running/running-upload.ts'
import { useLoadView } from '../running/use-load-view.ts'
import { termWords } from './term-file-words.ts'
import type { TermForm } from './term-form.ts'
import { TermFormView } from './term-form-view.tsx'
import { UndoTermLoad } from './undo-term-load.tsx'

const empty: TermForm = { file: null, ...asItIs, loadGoodRows: false, sentAs: null, attempt: 0 }

/** Load a file of schedules or terms: choose it, see what it changes, load it, undo it. Closing loads nothing. */
export function LoadTerms({ kind, opened, onClose }: { kind: TermFileKind; opened: boolean; onClose(): void }) {
  const [form, setForm] = useState(empty)
  const [runId, setRunId] = useState<string | null>(null)
  const change = (part: Partial<TermForm>) => setForm((before) => ({ ...before, ...part }))
  const load = { form, change, clear: () => setForm(empty) }
  const dryRun = useDryRun(useOrder(kind, form))
  const view = useLoadView(runId, kind)
  useFreshForm(opened && runId === null, load)
  const send = () => {
    const { file, choices, values, headingLine, loadGoodRows } = form
    if (!file) return
    const mapping = mappingToSubmit(dryRun.run?.headings ?? [], choices)
    const scope = { carrierId: null, carrierName: null, month: null, year: null }
    const sentAs = startUpload({ kind, ...scope, file, loadGoodRows, mapping, values, headingLine })
    change({ sentAs })
    setRunId(sentAs)
  }
  const { run } = view ?? {}
  return (
    <LoadDialog
      title={termWords[kind].title}
      note={view ? '' : 'Nothing is changed until you load it'}
      size={980}
      chosen={true}
      opened={opened}
      onClose={onClose}
      onRun={setRunId}
      view={view}
      load={load}
      dryRun={dryRun}
      words={{ leave: 'Close', send: 'Load' }}
      afterLoad={
        run?.batchId ? (
          <UndoTermLoad
            kind={kind}
            batch={{ id: run.batchId, fileName: run.fileName, counts: run.counts }}
            onDone={() => setRunId(null)}
          />
        ) : null
      }
      onSend={send}
    >
      {view ? <RunView view={view} /> : <TermFormView kind={kind} form={form} dryRun={dryRun} change={change} />}
    </LoadDialog>
  )
}

/** Dry run request of the form; null without a file. */
function useOrder(kind: TermFileKind, { file, choices, values, headingLine, attempt }: TermForm): DryRunOrder | null {
  return useMemo(() => {
    if (!file) return null
    const scope = { carrierId: null, month: null, year: null }
    return { kind, ...scope, file, mapping: choices, values, headingLine, attempt }
  }, [kind, file, choices, values, headingLine, attempt])
}
