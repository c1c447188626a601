import {
  agentStatements,
  type StandingStatement,
  type StatementPeriod,
  statements,
} from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { useState } from 'react'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showCount } from '../ui/basics/cell-value.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { CarrierField, PeriodFields } from './period-fields.tsx'
import { emptyPeriod, PeriodSchema, periodOf } from './statement-form.ts'

interface Question {
  period: StatementPeriod
  standing: StandingStatement
}

/** Shows a rejection as a toast and rethrows it (STMT-13). */
async function withFailureToast<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (failure) {
    toasts.failure('', failure)
    throw failure
  }
}

/** Delete: all statements of a carrier and month, after a confirmation with count and amount (STMT-11 to STMT-13). */
export function DeleteStatementsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [question, setQuestion] = useState<Question>()
  const [asking, setAsking] = useState(false)
  const remove = useSend(statements.remove, {
    refreshes: [statements.lines, agentStatements.list, statementChecks.lines],
  })
  const carriers = useCarrierChoices()
  const carrierName = carriers.find(({ value }) => value === String(question?.period.carrierId))?.label ?? ''
  return (
    <>
      <FormModal
        opened={opened}
        onClose={onClose}
        title="Delete statements"
        width={440}
        schema={PeriodSchema}
        values={emptyPeriod}
        submit="Delete"
        danger
        onSubmit={async (form) => {
          const period = periodOf(form)
          setQuestion({ period, standing: await withFailureToast(call(statements.standing, period)) })
          setAsking(true)
        }}
      >
        <CarrierField />
        <PeriodFields />
      </FormModal>
      <ConfirmDialog
        opened={asking}
        danger
        title="Delete these statements?"
        text={question ? words(question, carrierName) : ''}
        yes={`Delete ${showCount(question?.standing.records ?? 0)} lines`}
        no="Keep them"
        onNo={() => setAsking(false)}
        onYes={async () => {
          if (!question) return
          const { records, amount } = question.standing
          await withFailureToast(remove.mutateAsync({ ...question.period, records, amount }))
          toasts.success('Statements deleted!')
          setAsking(false)
          onClose()
        }}
      />
    </>
  )
}

function words({ period, standing: { records, agents, amount } }: Question, carrierName: string): string {
  const of = `${showCount(records)} ${records === 1 ? 'line' : 'lines'}`
  const whose = agents === 0 ? 'of no agent' : `of ${showCount(agents)} ${agents === 1 ? 'agent' : 'agents'}`
  return `${carrierName} ${monthText(period.month, period.year)} has ${of}, ${showMoney(amount)}, ${whose}. Deleting them also removes them from all totals. To restore them, load their files again.`
}
