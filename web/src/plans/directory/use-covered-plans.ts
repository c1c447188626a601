import { coversAll } from '@coverdesk/domain/plans/covers-all.ts'
import { type DirectoryKind, directoryKinds } from '@coverdesk/domain/plans/directory-contract.ts'
import type { PlanList } from '@coverdesk/domain/plans/plan-contract.ts'
import { filterPlans, planPage } from '@coverdesk/domain/plans/plan-search.ts'
import { useMemo } from 'react'
import { type PlanQuery, wholeList } from '../browser/plan-query.ts'
import { type Directory, useDirectory } from './use-directory.ts'

/** State of a list of plans, as `useListPage` has it. */
export interface ShownPlans {
  page: PlanList | undefined
  busy: boolean
  error: Error | null
  retry(): void
}

/** Plans that are shown, and what their doctors and drugs do to the list. */
export interface CoveredPlans {
  list: ShownPlans
  directory: Directory
  /** Kinds of which all must be covered. */
  kinds: readonly DirectoryKind[]
  /** Plans that the other filters leave, of which it is unknown whether they cover all; shown only on request. */
  unknown: number
}

const none: readonly string[] = []

/**
 * The plans of a list that cover all chosen doctors or drugs. The server answers with the whole list, and this screen
 * filters it as the server does: the chosen drugs would otherwise be in the address of the list.
 */
export function useCoveredPlans(list: ShownPlans, query: PlanQuery, of: string): CoveredPlans {
  const { page } = list
  const directory = useDirectory(of, page, page?.data.map(({ id }) => id) ?? none)
  const { filters, isWhole, sort, order, use, pageNumber, pageSize } = query
  const { answers, failed } = directory
  const { covers } = query.chosen
  const asked = directoryKinds.filter((kind) => covers.includes(kind) && directory.chosen[kind].length > 0)
  const kinds = asked.join('|')
  const withUnknown = covers.includes('unknown')
  const found = useMemo(() => {
    if (page?.pageSize !== wholeList) return { page, unknown: 0 }
    const wanted = directoryKinds.filter((kind) => kinds.split('|').includes(kind))
    const view = { sort, order, use, pageNumber, pageSize }
    if (wanted.length === 0 || !answers) return { page: { ...page, ...planPage(page.data, filters, view) }, unknown: 0 }
    const verdictOf = (id: string) => coversAll(answers.get(id), wanted)
    const shown = page.data.filter(({ id }) => {
      const verdict = verdictOf(id)
      return verdict === 'yes' || (withUnknown && verdict === 'unknown')
    })
    const only = new Set(shown.map(({ id }) => id))
    return {
      page: { ...page, ...planPage(page.data, { ...filters, only }, view) },
      unknown: filterPlans(page.data, filters).filter(({ id }) => verdictOf(id) === 'unknown').length,
    }
  }, [page, kinds, answers, withUnknown, filters, sort, order, use, pageNumber, pageSize])
  const waits =
    isWhole && page !== undefined && (page.pageSize !== wholeList || (asked.length > 0 && !answers && !failed))
  return {
    list: { ...list, page: found.page, busy: list.busy || waits },
    directory,
    kinds: asked,
    unknown: found.unknown,
  }
}
