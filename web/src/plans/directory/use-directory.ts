import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { type PlanCoverage, planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCurrentUser } from '../../access/current-user.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { type ChosenEntries, useChosenEntries } from '../../platform/session/chosen-entries.ts'

/** Whose doctors and drugs a plan search is about: staff work for many, so theirs are of the application. */
export function useDirectoryOf(appId?: string): string {
  const user = useCurrentUser()
  return appId === undefined || (user && mayPass('consumer|customer', user)) ? 'own' : appId
}

export interface Directory {
  of: string
  chosen: ChosenEntries
  any: boolean
  /** Answers by plan id; undefined until known. */
  answers: ReadonlyMap<string, PlanCoverage> | undefined
  failed: boolean
  retry(): void
}

/** Chosen doctors and drugs, and whether the shown plans cover them. */
export function useDirectory(
  of: string,
  answer: Pick<PlanList, 'terms' | 'directory'> | undefined,
  planIds: readonly string[],
): Directory {
  const chosen = useChosenEntries(of)
  const has = answer?.directory
  const place = answer?.terms.place
  const providers = has?.providers ? chosen.providers : []
  const drugs = has?.drugs ? chosen.drugs : []
  const any = providers.length + drugs.length > 0
  const { data, isError, refetch } = useQuery({
    ...apiQuery(planDirectory.coverage, {
      year: answer?.terms.year ?? '',
      zipCode: place?.zipCode ?? '',
      state: place?.state ?? '',
      planIds: [...planIds],
      providers: providers.map(({ id }) => id),
      drugs: drugs.map(({ id }) => id),
    }),
    enabled: any && place !== undefined && place !== null && planIds.length > 0,
  })
  const answers = useMemo(() => data && new Map(data.map((plan) => [plan.planId, plan])), [data])
  return { of, chosen: { providers, drugs }, any, answers, failed: isError, retry: () => void refetch() }
}
