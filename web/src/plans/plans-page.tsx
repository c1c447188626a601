import { enrolleesOf } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { type MarketplaceDetail, marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { type PlanRow, type PlanTerms, plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ConsentNeeded, needsConsent } from '../consents/consent-needed.tsx'
import { applicationName } from '../marketplace/application-columns.tsx'
import { useListPage } from '../platform/api/list-page.ts'
import { apiQuery } from '../platform/api/query.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { MixedCostSharing } from './browser/mixed-cost-sharing.tsx'
import { PlanBrowser } from './browser/plan-browser.tsx'
import { usePlanQuery } from './browser/plan-query.ts'
import { useCoveredPlans } from './directory/use-covered-plans.ts'
import { useDirectoryOf } from './directory/use-directory.ts'
import { planTexts, usePlanTexts } from './plan-texts.ts'
import { PlansHeader } from './plans-header.tsx'

export interface PlansPageProps {
  appId: string
  /** Enrollment group whose plan is chosen, with its applicants' person ids. */
  groupId?: string
  applicants?: readonly string[]
  /** Enables choosing a plan. */
  onChoose?: (plan: PlanRow) => void
  /** Path of a plan's details. */
  detailsOf(planId: string): string
  /** Fallback target of Back. */
  back: string
}

/** Call parameters that identify the people. */
export function whoseOf({ appId, groupId, applicants }: Pick<PlansPageProps, 'appId' | 'groupId' | 'applicants'>) {
  return {
    appId,
    ...(groupId === undefined ? {} : { groupId }),
    ...(applicants === undefined ? {} : { applicants: applicants.join(',') }),
  }
}

/** Plans for an application's people, or for one group (PLAN-01, PLAN-07). */
export function PlansPage({ appId, groupId, applicants, onChoose, detailsOf, back }: PlansPageProps) {
  const query = usePlanQuery()
  const directoryOf = useDirectoryOf(appId)
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  const ids = applicants?.join(',')
  const whose = useMemo(
    () =>
      whoseOf({
        appId,
        ...(groupId === undefined ? {} : { groupId }),
        ...(ids === undefined ? {} : { applicants: ids.split(',') }),
      }),
    [appId, groupId, ids],
  )
  const asked = useMemo(() => ({ ...query.asked, ...whose }), [query.asked, whose])
  const found = useCoveredPlans(useListPage(plans.list, asked), query, directoryOf)
  const { list } = found
  const { data: application } = useQuery(apiQuery(marketplace.one, { appId }))
  if (!list.page && list.error instanceof Failure && list.error.status === 404)
    return <EmptyState title={texts.noApplication} why={texts.noApplicationWhy} />
  if (!list.page && needsConsent(list.error)) return <ConsentNeeded appId={appId} why={list.error.message} />
  return (
    <PlanBrowser
      found={found}
      query={query}
      header={
        <>
          <PlansHeader
            page={list.page}
            who={peopleInWords({ application, terms: list.page?.terms, applicants, language })}
            back={back}
          />
          <WithoutAge terms={list.page?.terms} />
          {application && applicants ? (
            <MixedCostSharing application={application} applicants={applicants} groups={back} />
          ) : null}
        </>
      }
      planDetailQuery={(planId) => apiQuery(plans.one, { planId, ...whose })}
      detailsOf={detailsOf}
      onChoose={onChoose}
      emptyText={list.page?.terms.place === null ? texts.noZip : texts.noneOffered}
    />
  )
}

/** 'Marisol Echeverría and 2 more'; the members of a group by name (PLAN-02). */
function peopleInWords({
  application,
  terms,
  applicants = [],
  language,
}: {
  application: MarketplaceDetail | undefined
  terms: PlanTerms | undefined
  applicants: readonly string[] | undefined
  language: MessageLanguage
}): string | undefined {
  const texts = planTexts[language]
  if (!application || !terms) return undefined
  const all = (terms.people ?? 0) + terms.withoutAge
  const name = applicationName(application)
  if (terms.groupId !== null) {
    const { persons, insuranceApplication } = application.object
    const names = enrolleesOf(persons, insuranceApplication.applicants, '', language).flatMap((enrollee) =>
      applicants.includes(enrollee.id) ? [enrollee.name] : [],
    )
    return names.length > 0 ? new Intl.ListFormat(language).format(names) : texts.groupOf(name, all)
  }
  return all > 1 ? texts.andMore(name, all - 1) : name
}

/** Names the number of people whom the premiums exclude, since the premiums are too low without them. */
export function WithoutAge({ terms }: { terms: PlanTerms | undefined }) {
  const texts = usePlanTexts()
  if (!terms || terms.withoutAge === 0) return null
  return <NoticeLine tone="amber">{texts.withoutAge(terms.withoutAge)}</NoticeLine>
}
