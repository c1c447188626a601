import { confidences } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import {
  confidenceWords,
  EnrollmentWindowChange,
  type EnrollmentWindowRow,
  enrollmentWindows,
} from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ShortSelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField, TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import css from './enrollment-windows.module.css'

type Typed = z.input<typeof EnrollmentWindowChange>

interface ChangeWindowDialogProps {
  /** Opened while there is one. */
  row: EnrollmentWindowRow | undefined
  planYear: number
  onClose(): void
}

const howSure = confidences.map((value) => ({ value, label: confidenceWords[value] }))

/** Changes the window of an exchange and year; earlier ones stay in its history. */
export function ChangeWindowDialog({ row, planYear, onClose }: ChangeWindowDialogProps) {
  const { mutateAsync } = useSend(enrollmentWindows.change, { refreshes: [enrollmentWindows.list] })
  const { opens = '', closes, lastForJanuary, source = '', confidence } = row?.window ?? {}
  return (
    <FormModal<Typed, z.output<typeof EnrollmentWindowChange>>
      opened={row !== undefined}
      onClose={onClose}
      title="Change Enrollment Window"
      width={520}
      schema={EnrollmentWindowChange}
      values={{
        exchange: row?.exchange ?? '',
        planYear,
        opens,
        closes: closes ?? '',
        source,
        reason: '',
        lastForJanuary: lastForJanuary ?? '',
        ...(confidence ? { confidence } : {}),
      }}
      submit="Change"
      draftKey={`enrollment window:${row?.exchange}:${planYear}`}
      onSubmit={async (change) => {
        await mutateAsync(change)
        toasts.success('Changed')
        onClose()
      }}
    >
      <p className={css.about}>
        {row?.name}, plan year {planYear}. Applications and plans follow from the moment you save.
      </p>
      <FieldPair>
        <DateField<Typed> name="opens" label="First day" required />
        <DateField<Typed> name="closes" label="Last day" optional />
      </FieldPair>
      <DateField<Typed>
        name="lastForJanuary"
        label="Last day for January 1"
        optional
        help="Plans chosen until then begin on January 1, later ones on February 1."
      />
      <TextField<Typed> name="source" label="Source" required maxLength={500} />
      <ShortSelectField<Typed> name="confidence" label="How sure is it?" required choices={howSure} />
      <TextareaField<Typed> name="reason" label="Reason" required maxLength={500} />
    </FormModal>
  )
}
