import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ScheduleRowOut, schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useWatch } from 'react-hook-form'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { NoCarriersHint } from '../lookups/no-carriers-hint.tsx'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { MoneyField, PercentField } from '../ui/fields/amount-fields.tsx'
import { CheckboxField, SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TagsField } from '../ui/fields/tags-field.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import {
  basisChoices,
  businessChoices,
  emptySchedule,
  formOfSchedule,
  type ScheduleForm,
  scheduleFormSchema,
  scopeChoices,
} from './schedule-form.ts'

interface Props {
  opened: boolean
  /** The row to edit; undefined creates one. */
  row: ScheduleRowOut | undefined
  /** Carrier of the filter, preset for a new row. */
  carrierId: number | undefined
  onCreated(id: number): void
  onClose(): void
}

const words: FieldLabels<ScheduleForm> = {
  carrierId: 'Carrier',
  states: 'States',
  appliesTo: 'For',
  planName: 'Plan name',
  business: 'Business',
  firstMonth: 'First month',
  lastMonth: 'Last month',
  cohortFrom: 'Effective from',
  cohortTo: 'Effective to',
  membersFrom: 'Members from',
  membersTo: 'Members to',
  basis: 'Basis',
  amount: 'Amount',
  cap: 'Members paid at most',
  commissionable: 'Commissionable',
  firstLag: 'Months to the first payment',
  disputeDays: 'Days to dispute',
  source: 'Source',
}
const refreshes = [schedules.list, schedules.test, variances.list, variances.summary]

/** New row and Edit row of a carrier's schedule; editing can't change the carrier. */
export function ScheduleModal({ opened, row, carrierId, onCreated, onClose }: Props) {
  const create = useSend(schedules.create, { refreshes })
  const edit = useSend(schedules.edit, { refreshes })
  const carriers = useCarrierChoices()
  const reload = async () => {
    if (!row) return undefined
    const { data } = await call(schedules.list, { carrierId: row.carrierId, pageSize: 500 })
    const found = data.find(({ id }) => id === row.id)
    return found && formOfSchedule(found)
  }
  const editConflict = useEditConflict<ScheduleForm>({
    what: 'row',
    onReload: reload,
    merge: { reload, fields: words },
  })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  const offered = row ? [{ value: String(row.carrierId), label: row.carrierName }] : carriers
  const year = Number(todayIn(new Date()).slice(0, 4))
  return (
    <FormModal<ScheduleForm, typeof scheduleFormSchema._output>
      opened={opened}
      onClose={close}
      title={row ? 'Edit Row' : 'New Row'}
      schema={scheduleFormSchema}
      values={row ? formOfSchedule(row) : emptySchedule(carrierId, year)}
      submit={row ? 'Save row' : 'Add row'}
      draftKey={row ? `schedule:${row.id}` : 'schedule:new'}
      formKey={`${row?.id} ${editConflict.round}`}
      notice={editConflict.shown}
      width={600}
      onSubmit={async ({ carrierId: ofCarrier, ...said }) => {
        try {
          if (row) await edit.mutateAsync({ ...said, id: row.id, version: row.version })
          else onCreated((await create.mutateAsync({ ...said, carrierId: ofCarrier })).id)
          toasts.success(row ? 'Row saved' : 'Row added')
          close()
        } catch (error) {
          throw await editConflict.notice(error)
        }
      }}
    >
      <SelectField<ScheduleForm>
        name="carrierId"
        label="Carrier"
        numeric
        disabled={row !== undefined}
        source={{ choices: offered }}
        help={<NoCarriersHint />}
      />
      <FieldPair>
        <TextField<ScheduleForm> name="firstMonth" label="First month" placeholder="MM/YYYY" maxLength={7} />
        <TextField<ScheduleForm> name="lastMonth" label="Last month" optional placeholder="MM/YYYY" maxLength={7} />
      </FieldPair>
      <FieldPair>
        <SelectField<ScheduleForm> name="appliesTo" label="For" source={{ choices: scopeChoices }} />
        <SelectField<ScheduleForm> name="business" label="Business" source={{ choices: businessChoices }} />
      </FieldPair>
      <PlanField />
      <FieldPair>
        <SelectField<ScheduleForm> name="basis" label="Basis" source={{ choices: basisChoices }} />
        <AmountField />
      </FieldPair>
      <FieldPair>
        <TextField<ScheduleForm> name="cap" label="Members paid at most" optional maxLength={2} />
        <TextField<ScheduleForm> name="firstLag" label="Months to the first payment" maxLength={2} />
      </FieldPair>
      <TagsField<ScheduleForm> name="states" label="States" optional placeholder="FL" help="Without one, all states." />
      <FieldPair>
        <DateField<ScheduleForm>
          name="cohortFrom"
          label="Effective from"
          optional
          help="Policies that start on or after"
        />
        <DateField<ScheduleForm>
          name="cohortTo"
          label="Effective to"
          optional
          help="Policies that start on or before"
        />
      </FieldPair>
      <FieldPair>
        <TextField<ScheduleForm> name="membersFrom" label="Members from" optional maxLength={2} />
        <TextField<ScheduleForm> name="membersTo" label="Members to" optional maxLength={2} />
      </FieldPair>
      <FieldPair>
        <TextField<ScheduleForm>
          name="disputeDays"
          label="Days to dispute"
          optional
          maxLength={3}
          placeholder="The carrier’s"
        />
        <TextField<ScheduleForm>
          name="source"
          label="Source"
          optional
          maxLength={200}
          placeholder="Schedule 2026, page 4"
        />
      </FieldPair>
      <CheckboxField<ScheduleForm> name="commissionable" label="The carrier pays a commission" />
    </FormModal>
  )
}

function PlanField() {
  return useWatch<ScheduleForm, 'appliesTo'>({ name: 'appliesTo' }) === 'plan' ? (
    <TextField<ScheduleForm> name="planName" label="Plan name" maxLength={150} help="As the carrier’s files write it" />
  ) : null
}

function AmountField() {
  return useWatch<ScheduleForm, 'basis'>({ name: 'basis' }) === 'percent' ? (
    <PercentField<ScheduleForm> name="amount" label="Percent" />
  ) : (
    <MoneyField<ScheduleForm> name="amount" label="Amount" />
  )
}
