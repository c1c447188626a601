import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { sendFile } from '../platform/api/call.ts'
import { invalidate } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { useField } from '../ui/fields/use-field.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { CarrierField, PeriodFields } from './period-fields.tsx'
import { StatementCheck } from './statement-check.tsx'
import { emptyLoad, type LoadForm, LoadSchema, periodOf } from './statement-form.ts'

const formats = [
  { value: 'Standard', label: 'Standard' },
  { value: 'Carrier', label: 'Carrier (profile)' },
]

/** Load: uploads a carrier's statement of a month after a preview (STMT-09, STMT-10, STMT-13). */
export function LoadStatementDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Load statement"
      schema={LoadSchema}
      values={emptyLoad}
      submit="Upload"
      onSubmit={async (form) => {
        const { csvFormat, file, loadGoodRows, onTop } = form
        try {
          const sent = { ...periodOf(form), csvFormat, loadGoodRows, onTop }
          await sendFile(statements.load, sent, file, { asForm: true })
        } catch (failure) {
          toasts.failure('', failure)
          throw failure
        }
        toasts.success('Statement uploaded!')
        onClose()
        void invalidate(statements.lines, agentStatements.list)
      }}
    >
      <CarrierField />
      <SelectField<LoadForm> name="csvFormat" label="CSV format" source={{ choices: formats }} />
      <PeriodFields />
      <StatementFile />
      <StatementCheck />
    </FormModal>
  )
}

function StatementFile() {
  const { value, change, frame } = useField<LoadForm>({ name: 'file', label: 'File' })
  return <FileDrop file={value instanceof File ? value : null} onFile={change} error={frame.error} />
}
