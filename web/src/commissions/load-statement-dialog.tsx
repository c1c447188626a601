import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import type { HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { invalidate } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { useField } from '../ui/fields/use-field.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { mappingToSubmit } from '../uploads/mapping/heading-choices.ts'
import { CarrierField, PeriodFields } from './period-fields.tsx'
import { StatementCheck } from './statement-check.tsx'
import { emptyLoad, type LoadForm, LoadSchema, sentOf } from './statement-form.ts'
import { useStatementCheck } from './use-statement-check.ts'

const formats = [
  { value: 'Standard', label: 'Standard' },
  { value: 'Carrier', label: 'Carrier (profile)' },
]

/** Load: uploads a carrier's statement of a month after a preview (STMT-09, STMT-10, STMT-13). */
export function LoadStatementDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const headings = useRef<readonly HeadingUse[]>([])
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Load statement"
      schema={LoadSchema}
      values={emptyLoad}
      submit="Upload"
      width={820}
      onSubmit={async (form) => {
        try {
          const mapping = mappingToSubmit(headings.current, form.choices)
          await sendFile(statements.load, sentOf(form, mapping), form.file, { asForm: true })
        } catch (failure) {
          toasts.failure('', failure)
          throw failure
        }
        toasts.success('Statement uploaded!')
        onClose()
        void invalidate(statements.lines, agentStatements.list, statementChecks.lines)
      }}
    >
      <CarrierField />
      <SelectField<LoadForm> name="csvFormat" label="CSV format" source={{ choices: formats }} />
      <PeriodFields />
      <StatementFile />
      <CheckedFile
        onHeadings={(uses) => {
          headings.current = uses
        }}
      />
    </FormModal>
  )
}

/** The check of the file; its headings are submitted as shown. */
function CheckedFile({ onHeadings }: { onHeadings(uses: readonly HeadingUse[]): void }) {
  const { getValues } = useFormContext<LoadForm>()
  useWatch<LoadForm>()
  const checked = useStatementCheck(getValues())
  onHeadings(checked.run?.headings ?? [])
  return <StatementCheck checked={checked} />
}

function StatementFile() {
  const { setValue } = useFormContext<LoadForm>()
  const { value, change, frame } = useField<LoadForm>({ name: 'file', label: 'File' })
  return (
    <FileDrop
      file={value instanceof File ? value : null}
      onFile={(file) => {
        change(file)
        for (const [name, value] of [
          ['choices', {}],
          ['values', {}],
          ['headingLine', 0],
          ['paid', 'once'],
        ] as const)
          setValue(name, value)
      }}
      error={frame.error}
    />
  )
}
