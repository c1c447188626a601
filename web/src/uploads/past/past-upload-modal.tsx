import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { type ImportBatch, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../platform/api/call.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { LinesRead } from '../../statement-checks/lines-read.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import '../../ui/overlay/overlay-styles.ts'
import { showInstant } from '../../ui/basics/instant.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { lastOf, longPeriod } from '../upload-period.ts'
import css from './past-upload.module.css'
import { kindIn } from './past-upload-columns.tsx'

interface Props {
  /** The upload; null when closed. */
  batch: ImportBatch | null
  /** Why it can't be undone. */
  notUndo: string | undefined
  onUndo(batch: ImportBatch): void
  onClose(): void
}

/** Past upload: counts, refused rows as a file, and undo. */
export function PastUploadModal({ batch, notUndo, onUndo, onClose }: Props) {
  const phone = usePhone()
  return (
    <Dialog
      opened={batch !== null}
      onClose={onClose}
      title={batch?.fileName ?? ''}
      size={640}
      centered
      fullScreen={phone}
    >
      {batch ? (
        <>
          <DefinitionGrid facts={factsOf(batch)} columns={3} />
          {batch.kind === 'commissions' ? <LinesOfFile batch={batch} /> : null}
          <div className={css.actions}>
            <span className={css.why}>{notUndo}</span>
            {batch.counts.refused > 0 ? <RefusedOf batch={batch} /> : null}
            <Button
              disabled={notUndo !== undefined}
              leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
              onClick={() => onUndo(batch)}
            >
              Undo
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  )
}

/** What became of the rows of a statement's file. */
function LinesOfFile({ batch: { id } }: { batch: ImportBatch }) {
  const { data } = useQuery({ ...apiQuery(statementChecks.ofFile, { batchId: id }), staleTime: 0 })
  return data ? (
    <p className={css.lines}>
      <LinesRead counts={data} />
    </p>
  ) : null
}

function RefusedOf({ batch }: { batch: ImportBatch }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await downloadRefused(batch)
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={run} leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}>
      Refused rows (CSV)
    </Button>
  )
}

/** Downloads the refused rows of an upload; shows a toast on failure. */
export async function downloadRefused(batch: ImportBatch): Promise<void> {
  await download(uploads.batchRefusals, { batchId: batch.id }, 'csv').catch((error: unknown) =>
    toasts.failure("Couldn't download the file.", error),
  )
}

function factsOf(batch: ImportBatch) {
  const { counts, amount } = batch
  const period = lastOf(batch)
  return [
    { label: 'Kind', value: kindIn(batch) },
    { label: 'Carrier', value: batch.carrierName ?? 'Several' },
    { label: 'Month', value: period ? longPeriod(period) : 'Several' },
    { label: 'Rows in the file', value: showCount(counts.rows) },
    { label: 'New', value: showCount(counts.new) },
    { label: 'Changed', value: showCount(counts.changed) },
    { label: 'Unchanged', value: showCount(counts.unchanged) },
    amount === null
      ? { label: 'Missing from this file', value: showCount(counts.missing) }
      : { label: 'Amount', value: showMoney(amount) },
    { label: 'Refused', value: showCount(counts.refused) },
    { label: 'Carrier profile', value: batch.profileVersion === null ? null : `Version ${batch.profileVersion}` },
    { label: 'Loaded', value: showInstant(batch.loadedAt) },
    { label: 'By', value: batch.loadedBy },
    ...(batch.undoneAt === null
      ? []
      : [{ label: 'Undone', value: `${showInstant(batch.undoneAt)} by ${batch.undoneBy ?? 'a former user'}` }]),
  ]
}
