import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { WorkHistory, type WorkQueries } from '../history/work-dialogs.tsx'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { toneOf } from './unpaid-words.ts'

const queriesOf = (variant: UnpaidVariant): WorkQueries => ({
  statuses: (id) => apiQuery(callsOfVariant[variant].statuses, { id }),
  history: (id) => apiQuery(callsOfVariant[variant].history, { id }),
})

/** Queries of the history of a row, by list. */
export const historyQueries = { unpaid: queriesOf('unpaid'), lost: queriesOf('lost') }

interface HistoryProps {
  variant: UnpaidVariant
  row: Pick<UnpaidRow, 'id'> | undefined
  opened: boolean
  name: string
  statuses: readonly Choice[]
  onClose(): void
}

/** Status history of a policy, with its assignments. */
export function UnpaidHistory({ variant, row, ...rest }: HistoryProps) {
  return <WorkHistory {...rest} id={row?.id ?? 0} toneOf={toneOf} queries={historyQueries[variant]} />
}
