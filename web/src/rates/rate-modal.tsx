import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { useMemo, useState } from 'react'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { NoCarriersHint } from '../lookups/no-carriers-hint.tsx'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { type FieldLabels, useEditConflict } from '../ui/form/edit-conflict.tsx'
import { FieldPair, FormModal } from '../ui/form/form-modal.tsx'
import { RateEffect } from './rate-effect.tsx'
import { emptyRate, formOfRate, type RateForm, rateFormSchema } from './rate-form.ts'

const searchRatedAgents = searchAgents('AgentRate')

interface Props {
  opened: boolean
  /** The rate to edit; undefined creates one. */
  rate: RateRow | undefined
  /** Agent of the page, preset for a new rate. */
  agent: { id: number; name: string } | undefined
  onCreated(id: number): void
  onClose(): void
}

const words: FieldLabels<RateForm> = {
  agentId: 'Agent',
  carrierId: 'Carrier',
  rate1: 'Rate',
  startDate: 'Start date',
  endDate: 'End date',
}

/** New Rate and Edit Rate; editing can't change agent and carrier (RATE-05 to RATE-12). */
export function RateModal({ opened, rate, agent, onCreated, onClose }: Props) {
  const today = todayIn(new Date())
  const carriers = useCarrierChoices()
  const create = useSend(rates.create, { refreshes: [rates.list] })
  const edit = useSend(rates.edit, { refreshes: [rates.list] })
  /** The current rate, if another user changed it. */
  const [fresh, setFresh] = useState<RateRow>()
  const current = fresh && rate && fresh.id === rate.id && fresh.version > rate.version ? fresh : rate
  const schema = useMemo(() => rateFormSchema(today, current), [today, current])
  const reload = async () => {
    if (!rate) return undefined
    const { agentId, carrierId, id } = rate
    const { data } = await call(rates.list, { agentId, carrierId, pageSize: 500 })
    const found = data.find((one) => one.id === id)
    setFresh(found)
    return found && formOfRate(found)
  }
  const editConflict = useEditConflict<RateForm>({ what: 'rate', onReload: reload, merge: { reload, fields: words } })
  const close = () => {
    editConflict.forget()
    onClose()
  }
  const agentName = rate?.agentName ?? agent?.name
  const offered = rate ? [{ value: String(rate.carrierId), label: rate.carrierName }] : carriers
  return (
    <FormModal<RateForm, typeof schema._output>
      opened={opened}
      onClose={close}
      title={rate ? 'Edit Rate' : 'New Rate'}
      schema={schema}
      values={rate ? formOfRate(rate) : emptyRate(agent?.id)}
      submit={rate ? 'Update' : 'Create'}
      draftKey={rate ? `rate:${rate.id}` : 'rate:new'}
      formKey={`${rate?.id} ${editConflict.round}`}
      notice={
        <>
          {editConflict.shown}
          <RateEffect edited={current} />
        </>
      }
      onInvalid={() => toasts.error('Validation failed, form errors!')}
      onSubmit={async ({ agentId, carrierId, ...days }) => {
        try {
          if (current) await edit.mutateAsync({ ...days, id: current.id, version: current.version })
          else onCreated((await create.mutateAsync({ ...days, agentId, carrierId })).id)
          toasts.success('Form submitted successfully')
          close()
        } catch (error) {
          const shown = await editConflict.notice(error)
          toasts.failure('Form submission error', shown)
          throw shown
        }
      }}
    >
      <FieldPair>
        <SelectField<RateForm>
          name="agentId"
          label="Agent"
          numeric
          disabled={rate !== undefined}
          source={{ search: searchRatedAgents, nameOf: () => agentName }}
        />
        <SelectField<RateForm>
          name="carrierId"
          label="Carrier"
          numeric
          disabled={rate !== undefined}
          source={{ choices: offered }}
          help={<NoCarriersHint />}
        />
      </FieldPair>
      <MoneyField<RateForm> name="rate1" label="Rate" help="Dollars per member and month (PMPM)." />
      <FieldPair>
        <DateField<RateForm> name="startDate" label="Start date" />
        <DateField<RateForm> name="endDate" label="End date" optional />
      </FieldPair>
    </FormModal>
  )
}
