import { hours, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { PtoInput, pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHours, workday } from '@coverdesk/domain/pto/pto-hours.ts'
import { timeOffProblems } from '@coverdesk/domain/pto/pto-rules.ts'
import { useMemo } from 'react'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import { HoursNeeded } from './hours-needed.tsx'
import type { PtoForm } from './pto-form.ts'
import { overlapsInWords } from './pto-words.ts'

const hourChoices: readonly Choice[] = hours.map((hour) => ({ value: String(hour), label: showHours(hour) }))
const empty: PtoForm = { startDate: '', startHour: workday.from, endDate: '', endHour: workday.to, comment: '' }

interface NewPtoDialogProps {
  opened: boolean
  onCreated(id: number): void
  onClose(): void
}

/** New: requests paid time off for the user, with 'New PTO Requested!' (PTO-03 to PTO-05). */
export function NewPtoDialog({ opened, onCreated, onClose }: NewPtoDialogProps) {
  const today = todayIn(new Date())
  const schema = useMemo(() => formSchema(today), [today])
  const request = useSend(pto.request, { refreshes: [pto.list] })
  return (
    <FormModal<PtoForm, PtoInput>
      opened={opened}
      onClose={onClose}
      title="New PTO"
      width={480}
      schema={schema}
      values={empty}
      submit="Request PTO"
      draftKey="pto:new"
      onSubmit={async (input) => {
        try {
          const { id, overlaps } = await request.mutateAsync(input)
          onCreated(id)
          if (overlaps.length > 0) toasts.warning(`It overlaps ${overlapsInWords(overlaps)}.`)
        } catch (failure) {
          toasts.failure('', failure)
          throw failure
        }
        toasts.success('New PTO Requested!')
        onClose()
      }}
    >
      <FieldPair>
        <DateField<PtoForm> name="startDate" label="Start date" />
        <SelectField<PtoForm> name="startHour" label="Start hour" numeric source={{ choices: hourChoices }} />
      </FieldPair>
      <FieldPair>
        <DateField<PtoForm> name="endDate" label="End date" />
        <SelectField<PtoForm> name="endHour" label="End hour" numeric source={{ choices: hourChoices }} />
      </FieldPair>
      <HoursNeeded />
      <TextareaField<PtoForm> name="comment" label="Comment" optional maxLength={2000} />
    </FormModal>
  )
}

/** Validates against the agency's current date too. */
function formSchema(today: string) {
  return PtoInput.check(({ value, issues }) => {
    for (const { path, message } of timeOffProblems(value, today))
      issues.push({ code: 'custom', input: value, path: [path], message })
  })
}
