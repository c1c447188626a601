import type { StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCarrierChoices } from '../../lookups/lookup-choices.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { CarrierField, PeriodFields } from '../period-fields.tsx'
import { emptyPeriod, PeriodSchema, periodOf } from '../statement-form.ts'
import { CheckedStatement } from './checked-statement.tsx'

/** Check: what became of the lines of a carrier's statement of a month, and whether a person says that it is whole. */
export function StatementCheckDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [period, setPeriod] = useState<StatementPeriod>()
  const carriers = useCarrierChoices()
  const name = carriers.find(({ value }) => value === String(period?.carrierId))?.label ?? ''
  return (
    <>
      <FormModal
        opened={opened && !period}
        onClose={onClose}
        title="Check a statement"
        width={440}
        schema={PeriodSchema}
        values={emptyPeriod}
        submit="Check"
        onSubmit={async (form) => setPeriod(periodOf(form))}
      >
        <CarrierField />
        <PeriodFields />
      </FormModal>
      <Dialog
        opened={opened && period !== undefined}
        onClose={() => {
          setPeriod(undefined)
          onClose()
        }}
        title={period ? `${name} ${monthText(period.month, period.year)}` : ''}
        size={680}
        centered
      >
        {period ? <Checked period={period} /> : null}
      </Dialog>
    </>
  )
}

function Checked({ period }: { period: StatementPeriod }) {
  const { data, error, refetch } = useQuery({ ...apiQuery(statementChecks.one, period), staleTime: 0 })
  if (error)
    return (
      <FailedState title="Couldn't check the statement." why={failureMessage(error)} retry={() => void refetch()} />
    )
  if (!data) return <SkeletonBar width="100%" height={160} />
  return <CheckedStatement period={period} check={data} />
}
