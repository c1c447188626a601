import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { SelectField, YearField } from '../ui/fields/choice-fields.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'

type CopyForm = { carrierId: number | string; year: number | string }

/** Copies a carrier's rows that end in a year to the next year. */
export function CopyScheduleModal({
  opened,
  carrierId,
  onClose,
}: {
  opened: boolean
  carrierId: number | undefined
  onClose(): void
}) {
  const carriers = useCarrierChoices()
  const copy = useSend(schedules.copy, { refreshes: [schedules.list, variances.list, variances.summary] })
  const year = Number(todayIn(new Date()).slice(0, 4))
  return (
    <FormModal<CopyForm, typeof schedules.copy.input._output>
      opened={opened}
      onClose={onClose}
      title="Copy to the next year"
      schema={schedules.copy.input}
      values={{ carrierId: carrierId ?? '', year }}
      submit="Copy rows"
      width={440}
      onSubmit={async (asked) => {
        const { copied } = await copy.mutateAsync(asked)
        toasts.success(`${copied} ${copied === 1 ? 'row' : 'rows'} copied to ${asked.year + 1}`)
        onClose()
      }}
    >
      <FieldPair>
        <SelectField<CopyForm> name="carrierId" label="Carrier" numeric source={{ choices: carriers }} />
        <YearField<CopyForm> name="year" label="From the year" near={year} />
      </FieldPair>
    </FormModal>
  )
}
