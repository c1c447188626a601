import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { ImportCounts } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { termRefreshes, termWords } from './term-file-words.ts'

interface Props {
  kind: TermFileKind
  batch: { id: number; fileName: string; counts: ImportCounts | null }
  onDone?(): void
}

/** Button that undoes a load after a question; rows that changed since are named in the refusal. */
export function UndoTermLoad({ kind, batch: { id, fileName, counts }, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const undo = useSend(termFiles.undo, { refreshes: termRefreshes(kind) })
  const { one, many } = termWords[kind]
  const effect = [
    counts &&
      counts.new > 0 &&
      `${showCount(counts.new)} new ${counts.new === 1 ? `${one} is` : `${many} are`} removed`,
    counts && counts.changed > 0 && `${showCount(counts.changed)} ${counts.changed === 1 ? 'is' : 'are'} restored`,
  ].filter((part) => typeof part === 'string')
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)} aria-label={`Undo ${fileName}`}>
        Undo
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Undo this load?"
        text={`Undo ${fileName}: ${effect.length > 0 ? effect.join(', ') : 'it changed nothing'}.`}
        yes="Undo load"
        no="Keep it"
        danger
        onNo={() => setAsking(false)}
        onYes={async () => {
          await undo.mutateAsync({ batchId: id })
          toasts.success(`${fileName} is undone`)
          setAsking(false)
          onDone?.()
        }}
      />
    </>
  )
}
