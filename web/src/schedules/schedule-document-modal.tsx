import { documentEndings, type ScheduleRowOut, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { scheduleName } from '@coverdesk/domain/schedules/schedule-words.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { downloadFile } from '../platform/api/call.ts'
import { invalidate, useSend } from '../platform/api/query.ts'
import { sendForm } from '../platform/api/send-file.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { CheckboxField } from '../ui/fields/choice-fields.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'

const DocumentForm = z.object({ wholeYear: z.boolean() })
type DocumentForm = z.infer<typeof DocumentForm>

/** Downloads the document of a row; a toast says why if it can't. */
export async function downloadDocument(id: number): Promise<void> {
  try {
    await downloadFile(schedules.document, { id })
  } catch (error) {
    toasts.failure("Couldn't download the document.", error)
  }
}

/** Source document of a row: download it, replace it, or take it off. */
export function ScheduleDocumentModal({ row, onClose }: { row: ScheduleRowOut | undefined; onClose(): void }) {
  const [last, setLast] = useState(row)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const detach = useSend(schedules.detach, { refreshes: [schedules.list] })
  if (row && row !== last) setLast(row)
  const close = () => {
    setFile(null)
    setMissing(false)
    onClose()
  }
  const remove = async ({ id }: ScheduleRowOut) => {
    try {
      await detach.mutateAsync({ id })
      toasts.success('Document removed')
      close()
    } catch (error) {
      toasts.failure("Couldn't remove the document.", error)
    }
  }
  return (
    <FormModal<DocumentForm, DocumentForm>
      opened={row !== undefined}
      onClose={close}
      title="Source document"
      schema={DocumentForm}
      values={{ wholeYear: true }}
      submit="Save document"
      width={520}
      formKey={last?.id ?? 0}
      onSubmit={async ({ wholeYear }) => {
        if (!last || !file) return setMissing(true)
        const { rows } = await sendForm(schedules.attach, { id: last.id, wholeYear }, file)
        await invalidate(schedules.list)
        toasts.success(rows === 1 ? 'Document saved with the row' : `Document saved with ${rows} rows`)
        close()
      }}
    >
      {last ? <p>{scheduleName(last)}</p> : null}
      {last?.documentName ? (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void downloadDocument(last.id)}
          >
            {last.documentName}
          </Button>
          <Button variant="subtle" c="var(--red-text)" onClick={() => void remove(last)}>
            Remove
          </Button>
        </div>
      ) : null}
      <FileDrop
        file={file}
        onFile={(chosen) => {
          setMissing(false)
          setFile(chosen)
        }}
        endings={documentEndings}
        error={missing ? 'Choose a file' : undefined}
      />
      <CheckboxField<DocumentForm>
        name="wholeYear"
        label={`All rows of ${last?.carrierName ?? 'the carrier'} that begin in ${last?.firstMonth.slice(3) ?? 'the year'}`}
      />
    </FormModal>
  )
}
