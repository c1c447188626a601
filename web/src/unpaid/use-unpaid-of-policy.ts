import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, unpaidVariants } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'

/** Unpaid or lost month of a policy. */
export interface PolicyMonth extends UnpaidRow {
  variant: UnpaidVariant
}

/** Unpaid and lost months of a policy, resolved or not, newest first; undefined until loaded. */
export function useUnpaidOfPolicy(policyId: number) {
  const query = { policyId, pageSize: 100, sort: 'month', order: 'desc' } as const
  const unpaid = useQuery(apiQuery(callsOfVariant.unpaid.list, query))
  const lost = useQuery(apiQuery(callsOfVariant.lost.list, query))
  const answers = { unpaid: unpaid.data?.data, lost: lost.data?.data }
  const rows = unpaidVariants
    .flatMap((variant) => (answers[variant] ?? []).map((row): PolicyMonth => ({ ...row, variant })))
    .toSorted((a, b) => b.year - a.year || b.month - a.month)
  const failure = unpaid.failureReason ?? lost.failureReason
  return { rows: answers.unpaid && answers.lost ? rows : undefined, failure }
}
