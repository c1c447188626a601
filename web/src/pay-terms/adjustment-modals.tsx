import { type AdjustmentRow, adjustments, NewAdjustment } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { type AdvanceRow, advances, NewAdvance } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { type HoldRow, holds, NewHold } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { MoneyField, PercentField } from '../ui/fields/amount-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import { AgentField, formSchema } from './pay-term-form.tsx'
import type { PayTermModalProps } from './pay-term-list.tsx'
import { PayTermModal } from './pay-term-modal.tsx'

type MonthForm = { agentId: number | ''; firstMonth: string; lastMonth: string; reason: string }

const monthLabels = { agentId: 'Agent', firstMonth: 'First month', lastMonth: 'Last month', reason: 'Reason' }

/** First and last month of runs. */
export function MonthFields({ help }: { help: string }) {
  return (
    <FieldPair>
      <TextField<MonthForm> name="firstMonth" label="First month" placeholder="MM/YYYY" maxLength={7} />
      <TextField<MonthForm>
        name="lastMonth"
        label="Last month"
        optional
        placeholder="MM/YYYY"
        maxLength={7}
        help={help}
      />
    </FieldPair>
  )
}

export function ReasonField({ help }: { help?: string }) {
  return <TextField<{ reason: string }> name="reason" label="Reason" maxLength={200} help={help} />
}

type AdjustmentForm = MonthForm & { amount: string }
const adjustmentSchema = formSchema<AdjustmentForm, NewAdjustment>(NewAdjustment)
const formOfAdjustment = ({ agentId, firstMonth, lastMonth, amount, reason }: AdjustmentRow): AdjustmentForm => ({
  agentId,
  firstMonth,
  lastMonth: lastMonth ?? '',
  amount,
  reason,
})

/** New and Edit Adjustment. */
export function AdjustmentModal({ row, agentId, ...props }: PayTermModalProps<AdjustmentRow>) {
  const refreshes = [adjustments.list]
  const create = useSend(adjustments.create, { refreshes })
  const edit = useSend(adjustments.edit, { refreshes })
  return (
    <PayTermModal<AdjustmentRow, AdjustmentForm, NewAdjustment>
      {...props}
      noun="adjustment"
      row={row}
      schema={adjustmentSchema}
      empty={{ agentId: agentId ?? '', firstMonth: '', lastMonth: '', amount: '', reason: '' }}
      formOf={formOfAdjustment}
      labels={{ ...monthLabels, amount: 'Amount' }}
      reload={(id) => call(adjustments.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      <AgentField name={row?.agentName} />
      <MoneyField<AdjustmentForm>
        name="amount"
        label="Amount a month"
        help="Added to the pay. A negative amount, such as -25.00, is taken from it."
      />
      <MonthFields help="Leave empty to repeat every month. For a single month, enter the first month again." />
      <ReasonField help="The agent reads it." />
    </PayTermModal>
  )
}

type AdvanceForm = { agentId: number | ''; month: string; amount: string; recoveryPercent: string; reason: string }
const advanceSchema = formSchema<AdvanceForm, NewAdvance>(NewAdvance)
const formOfAdvance = ({ agentId, month, amount, recoveryPercent, reason }: AdvanceRow): AdvanceForm => ({
  agentId,
  month,
  amount,
  recoveryPercent,
  reason,
})

/** New and Edit Advance. */
export function AdvanceModal({ row, agentId, ...props }: PayTermModalProps<AdvanceRow>) {
  const refreshes = [advances.list]
  const create = useSend(advances.create, { refreshes })
  const edit = useSend(advances.edit, { refreshes })
  return (
    <PayTermModal<AdvanceRow, AdvanceForm, NewAdvance>
      {...props}
      noun="advance"
      row={row}
      schema={advanceSchema}
      empty={{ agentId: agentId ?? '', month: '', amount: '', recoveryPercent: '100', reason: '' }}
      formOf={formOfAdvance}
      labels={{ agentId: 'Agent', month: 'Month', amount: 'Amount', recoveryPercent: 'Recovery', reason: 'Reason' }}
      reload={(id) => call(advances.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      <AgentField name={row?.agentName} />
      <FieldPair>
        <MoneyField<AdvanceForm> name="amount" label="Amount" />
        <TextField<AdvanceForm>
          name="month"
          label="Month"
          placeholder="MM/YYYY"
          maxLength={7}
          help="Paid in full with the run of this month."
        />
      </FieldPair>
      <PercentField<AdvanceForm>
        name="recoveryPercent"
        label="Recovery"
        help="At most this part of what the agent earns in a later month is withheld until the advance is recovered."
      />
      <ReasonField help="The agent reads it." />
    </PayTermModal>
  )
}

const holdSchema = formSchema<MonthForm, NewHold>(NewHold)
const formOfHold = ({ agentId, firstMonth, lastMonth, reason }: HoldRow): MonthForm => ({
  agentId: agentId ?? '',
  firstMonth,
  lastMonth: lastMonth ?? '',
  reason,
})

/** New and Edit Hold of an agent; the hold of a policy is edited here, too. */
export function HoldModal({ row, agentId, ...props }: PayTermModalProps<HoldRow>) {
  const refreshes = [holds.list]
  const create = useSend(holds.create, { refreshes })
  const edit = useSend(holds.edit, { refreshes })
  return (
    <PayTermModal<HoldRow, MonthForm, NewHold>
      {...props}
      noun="hold"
      row={row}
      schema={row ? heldSchema(row) : holdSchema}
      empty={{ agentId: agentId ?? '', firstMonth: '', lastMonth: '', reason: '' }}
      formOf={formOfHold}
      labels={monthLabels}
      reload={(id) => call(holds.one, { id })}
      create={create.mutateAsync}
      edit={({ agentId: _, policyId: __, ...said }, { id, version }) => edit.mutateAsync({ ...said, id, version })}
    >
      {row?.policyId ? null : <AgentField name={row?.agentName ?? undefined} />}
      <MonthFields help="Leave empty to hold the pay until you enter a last month." />
      <ReasonField />
    </PayTermModal>
  )
}

/** The hold of a policy has no agent in its form. */
const heldSchema = ({ policyId }: HoldRow) => formSchema<MonthForm, NewHold>(NewHold, (form) => ({ ...form, policyId }))
