import { hours, isCalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { PtoInput, type PtoRow, pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHourOfDay, workday } from '@coverdesk/domain/pto/pto-hours.ts'
import { timeOffProblems } from '@coverdesk/domain/pto/pto-rules.ts'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import { HoursNeeded } from './hours-needed.tsx'
import type { PtoForm } from './pto-form.ts'

const hourChoices: readonly Choice[] = hours.map((hour) => ({ value: String(hour), label: showHourOfDay(hour) }))
const empty: PtoForm = { startDate: '', startHour: workday.from, endDate: '', endHour: workday.to, comment: '' }

const formOf = ({ startDate, startHour, endDate, endHour, comment }: PtoRow): PtoForm => ({
  startDate,
  startHour,
  endDate,
  endHour,
  comment,
})

interface PtoDialogProps {
  opened: boolean
  /** The request to change; undefined for a new one. */
  request: PtoRow | undefined
  onCreated(id: number): void
  /** Refetches the requests after a conflict; returns the current one. */
  onReload(id: number): Promise<PtoRow>
  onClose(): void
}

/** Requests paid time off for the user, with 'New PTO Requested!' (PTO-03 to PTO-05), or changes a request. */
export function PtoDialog({ opened, request, onCreated, onReload, onClose }: PtoDialogProps) {
  const today = todayIn(new Date())
  // As it was when the dialog opened or reloaded it; it stays while the dialog closes.
  const [shown, setShown] = useState(request)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setShown(request)
  }
  const startBefore = shown?.startDate
  const schema = useMemo(() => formSchema(today, startBefore), [today, startBefore])
  const [create, edit] = [
    useSend(pto.request, { refreshes: [pto.list] }),
    useSend(pto.edit, { refreshes: [pto.list, pto.one] }),
  ]
  const conflict = useEditConflict<PtoForm>({
    what: 'request',
    onReload: async () => shown && setShown(await onReload(shown.id)),
  })
  const close = () => {
    conflict.forget()
    onClose()
  }
  return (
    <FormModal<PtoForm, PtoInput>
      opened={opened}
      onClose={close}
      title={shown ? 'Edit PTO' : 'New PTO'}
      width={480}
      schema={schema}
      values={shown ? formOf(shown) : empty}
      submit={shown ? 'Save request' : 'Request PTO'}
      draftKey={shown ? `pto:${shown.id}:edit` : 'pto:new'}
      formKey={`${shown?.id} ${conflict.round}`}
      notice={conflict.shown}
      onSubmit={async (input) => {
        try {
          if (shown) await edit.mutateAsync({ ...input, id: shown.id, version: shown.version })
          else onCreated((await create.mutateAsync(input)).id)
        } catch (failure) {
          const reported = await conflict.notice(failure)
          toasts.failure('', reported)
          throw reported
        }
        toasts.success(shown ? 'PTO Updated!' : 'New PTO Requested!')
        close()
      }}
    >
      <FieldPair>
        <DateField<PtoForm> name="startDate" label="Start date" notBefore={startBefore ?? today} />
        <SelectField<PtoForm> name="startHour" label="Start hour" numeric source={{ choices: hourChoices }} />
      </FieldPair>
      <FieldPair>
        <EndDateField today={today} />
        <SelectField<PtoForm> name="endHour" label="End hour" numeric source={{ choices: hourChoices }} />
      </FieldPair>
      <HoursNeeded except={shown?.id} />
      <TextareaField<PtoForm> name="comment" label="Comment" optional maxLength={2000} />
    </FormModal>
  )
}

/** A year that isn't typed is that of the start or the one after it. */
function EndDateField({ today }: { today: string }) {
  const startDate = useWatch<PtoForm, 'startDate'>({ name: 'startDate' })
  return (
    <DateField<PtoForm> name="endDate" label="End date" notBefore={isCalendarDate(startDate) ? startDate : today} />
  )
}

/** Validates against the agency's current date too. */
function formSchema(today: string, startBefore: string | undefined) {
  return PtoInput.check(({ value, issues }) => {
    for (const { path, message } of timeOffProblems(value, today, startBefore))
      issues.push({ code: 'custom', input: value, path: [path], message })
  })
}
