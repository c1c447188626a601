import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { type DirectoryKind, directoryKinds } from '@coverdesk/domain/plans/directory-contract.ts'
import type { PlanList, PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import type { Filter } from '../../ui/filters/filter.ts'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { Sheet } from '../../ui/overlay/dialog.tsx'
import { useShortcuts } from '../../ui/overlay/shortcuts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { Pager } from '../../ui/table-tools/pager.tsx'
import { useUiTexts } from '../../ui/texts/ui-texts.ts'
import { UnknownPlans } from '../directory/cover-filter.tsx'
import { DirectoryBar } from '../directory/directory-bar.tsx'
import { type DirectoryTexts, useDirectoryTexts } from '../directory/directory-texts.ts'
import type { CoveredPlans } from '../directory/use-covered-plans.ts'
import type { Directory } from '../directory/use-directory.ts'
import { levelInWords, type PlanTexts, usePlanTexts } from '../plan-texts.ts'
import { SourceNotice } from '../source-notice.tsx'
import { CompareBar, type PlanDetailQuery } from './compare-bar.tsx'
import css from './plan-browser.module.css'
import { PlanCard } from './plan-card.tsx'
import { PlanFacets } from './plan-facets.tsx'
import { type FacetName, facetNames, maxCompared, type PlanQuery } from './plan-query.ts'
import { PlanSortChoice } from './plan-sort.tsx'
import { SilverNotice } from './silver-notice.tsx'

interface PlanBrowserProps {
  /** Result of useListPage, with the doctors and drugs of the person. */
  found: CoveredPlans
  query: PlanQuery
  /** Content above the list. */
  header: ReactNode
  /** Query of one plan's details, for the same people. */
  planDetailQuery: PlanDetailQuery
  /** Path of a plan's details. */
  detailsOf(planId: string): string
  onChoose?: ((plan: PlanRow) => void) | undefined
  /** Text when no plans are offered. */
  emptyText: string
}

/**
 * List of plans (PLAN-01, PLAN-02): filters on the left, cards that can be compared; on a phone the filters are in a
 * sheet. Fills its container's height and scrolls inside.
 */
export function PlanBrowser(props: PlanBrowserProps) {
  const { found, query, header, emptyText } = props
  const { page, error, busy, retry } = found.list
  const { directory } = found
  const phone = usePhone()
  const facets = useRef<HTMLElement>(null)
  const texts = usePlanTexts()
  useShortcuts([
    { keys: '/', description: texts.goToFilters, run: () => facets.current?.querySelector('input')?.focus() },
    { keys: '↑ ↓', description: texts.goFromPlan },
  ])
  return (
    <div className={css.screen}>
      {header}
      <SourceNotice answer={page} />
      <SilverNotice csr={page?.terms.csr ?? null} />
      <DirectoryBar page={page} directory={directory} />
      <div className={css.body}>
        {phone ? null : (
          <aside ref={facets} className={css.aside} aria-label={texts.filters}>
            <PlanFacets page={page} query={query} directory={directory} size="sm" />
          </aside>
        )}
        <div className={css.main}>
          <div className={css.tools}>
            {phone ? <FacetSheet page={page} query={query} directory={directory} /> : null}
            <Chips query={query} kinds={found.kinds} />
            <PlanSortChoice query={query} />
          </div>
          <UnknownPlans query={query} unknown={found.unknown} />
          {page ? (
            <Cards {...props} directory={directory} page={page} emptyText={emptyText} busy={busy} />
          ) : error ? (
            <FailedState title={texts.couldNotLoadPlans} why={failureMessage(error)} retry={retry} />
          ) : (
            <Waiting />
          )}
        </div>
      </div>
    </div>
  )
}

function Cards({
  page,
  query,
  busy,
  emptyText,
  detailsOf,
  onChoose,
  planDetailQuery,
  directory,
}: PlanBrowserProps & { page: PlanList; busy: boolean; directory: Directory }) {
  const phone = usePhone()
  const texts = usePlanTexts()
  const compared = query.chosen.compare
  if (page.totalRecords === 0)
    return (
      <EmptyState
        title={texts.noData}
        why={page.offered === 0 ? emptyText : texts.noMatches}
        {...(page.offered === 0 ? {} : { action: { label: texts.clearFilters, onClick: query.clear } })}
      />
    )
  return (
    <>
      <ul
        className={css.cards}
        aria-label={texts.plans}
        aria-busy={busy}
        data-busy={busy || undefined}
        onKeyDown={stepFocus}
      >
        {page.data.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            to={detailsOf(plan.id)}
            compared={compared.includes(plan.id)}
            full={compared.length >= maxCompared}
            onCompare={query.toggleCompared}
            onChoose={onChoose}
            directory={directory}
            use={query.use}
            size={phone ? 'xl' : 'sm'}
          />
        ))}
      </ul>
      <CompareBar
        compared={compared}
        planDetailQuery={planDetailQuery}
        detailsOf={detailsOf}
        use={query.use}
        onTakeOff={query.toggleCompared}
        onClear={query.clearCompared}
        onChoose={onChoose}
      />
      <div className={css.pages}>
        <Pager
          page={query.pageNumber}
          pageSize={query.pageSize}
          total={page.totalRecords}
          sizes={operationsPageSizes}
          onPage={query.turnTo}
          onPageSize={query.setPageSize}
        />
      </div>
    </>
  )
}

/** Arrow keys move the focus between the plans' Details links. */
function stepFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-plan-details]')]
  const card = event.target instanceof HTMLElement ? event.target.closest('li') : null
  const here = links.findIndex((link) => card?.contains(link))
  const next = links[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const chipsOf = (
  texts: PlanTexts,
  directory: DirectoryTexts,
): readonly Filter<FacetName | 'premium' | DirectoryKind>[] => [
  ...directoryKinds.map((name) => ({ kind: 'text' as const, name, label: directory.chips[name] })),
  ...facetNames.map((name) => ({ kind: 'text' as const, name, label: texts.facets[name] })),
  { kind: 'text', name: 'premium', label: texts.premiumFilter },
]

function Chips({ query, kinds }: { query: PlanQuery; kinds: readonly DirectoryKind[] }) {
  const texts = usePlanTexts()
  const directoryTexts = useDirectoryTexts()
  const chipText = (name: FacetName) => {
    const [first, second] = query.chosen[name]
    if (second !== undefined) return texts.chosen(query.chosen[name].length)
    return first !== undefined && name === 'metal_level' ? levelInWords(first, texts) : first
  }
  const premium = query.premiumUpTo === undefined ? undefined : texts.upTo(showMoney(query.premiumUpTo))
  const covers = Object.fromEntries(kinds.map((kind) => [kind, directoryTexts.allCovered]))
  const values = {
    ...covers,
    metal_level: chipText('metal_level'),
    issuer: chipText('issuer'),
    type: chipText('type'),
    premium,
  }
  const any = Object.values(values).some((value) => value !== undefined)
  return (
    <div className={css.chips}>
      <FilterChips
        filters={chipsOf(texts, directoryTexts)}
        values={values}
        onPhone
        onSet={query.clearOne}
        onClear={query.clear}
      />
      {any ? (
        <Button variant="subtle" size="sm" onClick={query.clear}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </div>
  )
}

function FacetSheet({
  page,
  query,
  directory,
}: {
  page: PlanList | undefined
  query: PlanQuery
  directory: Directory
}) {
  const texts = usePlanTexts()
  const [open, setOpen] = useState(false)
  const size = 'xl'
  return (
    <>
      <Button
        size={size}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.filters}
      </Button>
      <Sheet
        opened={open}
        onClose={() => setOpen(false)}
        size="85%"
        title={texts.filters}
        closeButtonProps={{ 'aria-label': useUiTexts().close }}
      >
        <PlanFacets page={page} query={query} directory={directory} size="md" />
        <Button size={size} variant="filled" fullWidth onClick={() => setOpen(false)}>
          {texts.showPlans(String(page?.totalRecords ?? ''))}
        </Button>
      </Sheet>
    </>
  )
}

function Waiting() {
  return (
    <div className={css.cards} role="status" aria-label={usePlanTexts().loadingPlans}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className={css.waiting}>
          <SkeletonBar width="40%" />
          <SkeletonBar width="70%" height={16} />
          <SkeletonBar width="90%" height={24} />
          <SkeletonBar width="60%" />
        </div>
      ))}
    </div>
  )
}
