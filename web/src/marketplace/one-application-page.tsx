import { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import {
  ExchangeId,
  type MarketplaceDetail,
  marketplace,
  mayReadApplications,
} from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { AuthorizationSection } from '../authorizations/authorization-section.tsx'
import { useAuthorization } from '../authorizations/use-authorization.ts'
import { ConsentSection } from '../consents/consent-section.tsx'
import { LinkedCustomerDialog } from '../customers/linked-customer-dialog.tsx'
import { UpdatesList, useUpdates } from '../healthsherpa/updates-section.tsx'
import { paths } from '../platform/address/paths.ts'
import { apiQuery, keyOf, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrandTitle } from '../platform/page/brand-title.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { BackButton } from '../ui/page/back-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { ApplicantSection } from './applicant-section.tsx'
import { applicationName } from './application-columns.tsx'
import { useApplicationTexts } from './application-texts.ts'
import css from './one-application.module.css'
import { PersonSections, Section } from './person-sections.tsx'
import { PolicySection } from './policy-section.tsx'
import { useApplicationPaths } from './use-application-paths.ts'

/** /portal/mk/applications/{appId}: details of an application (MKAPP-13 to MKAPP-18). */
export function OneApplicationPage() {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const appId = ExchangeId.safeParse(params.appId).data
  return appId === undefined ? <NoApplication /> : <OneApplication key={appId} appId={appId} />
}

function OneApplication({ appId }: { appId: string }) {
  const { data, failureReason, refetch } = useQuery(apiQuery(marketplace.one, { appId }))
  useBrandTitle(data && applicationName(data))
  const texts = useApplicationTexts()
  if (!data && failureReason instanceof Failure && failureReason.status === 404) return <NoApplication appId={appId} />
  if (!data && failureReason)
    return <FailedState title={texts.couldNotLoad} why={failureMessage(failureReason)} retry={() => void refetch()} />
  return (
    <div className={css.page}>
      <Header application={data} />
      {data ? (
        <div className={css.body}>
          <ConsentSection appId={appId} />
          <Authorized appId={appId} />
          <PersonSections application={data} />
          <ApplicantSection application={data} />
          <PolicySection application={data} />
          <HealthSherpaSection appId={appId} />
        </div>
      ) : (
        <div className={css.waiting} role="status" aria-label={texts.loading}>
          {[50, 72, 64, 80, 58].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      )}
    </div>
  )
}

function Authorized({ appId }: { appId: string }) {
  const application = { of: 'marketplace', id: appId } as const
  return <AuthorizationSection application={application} authorization={useAuthorization(application)} />
}

function HealthSherpaSection({ appId }: { appId: string }) {
  const updates = useUpdates({ appId })
  return updates ? (
    <Section title="HealthSherpa" count={updates.length}>
      <UpdatesList updates={updates} />
    </Section>
  ) : null
}

/** Applicant, snapshot date, and refetch. */
function Header({ application }: { application: MarketplaceDetail | undefined }) {
  const size = usePhone() ? 'xl' : 'sm'
  const client = useQueryClient()
  const refetch = useSend(marketplace.refetch, { refreshes: [marketplace.list] })
  const texts = useApplicationTexts()
  // Customers and consumers have no list to return to.
  const hasList = useHasAccess(mayReadApplications)
  const inPortal = useApplicationPaths('').details.startsWith(paths.applications)
  const list = !inPortal ? paths.consumer : hasList ? paths.applications : paths.dashboard
  const refetchApplication = async (appId: string) => {
    try {
      const now = await refetch.mutateAsync({ appId })
      client.setQueryData(keyOf(marketplace.one, { appId }), now)
      toasts.success(texts.refetched(showInstant(now.snapshotDate)))
    } catch (error) {
      toasts.failure(texts.couldNotRefetch, error)
    }
  }
  return (
    <div className={css.header}>
      <BackButton to={list} />
      <div className={css.who}>
        <div className={css.name}>
          <h1>{application ? applicationName(application) : texts.application}</h1>
          {application ? (
            <StatusPill tone={application.eligible ? 'green' : 'grey'}>
              {application.eligible ? texts.eligible : texts.notEligible}
            </StatusPill>
          ) : null}
        </div>
        <p className={css.words}>
          {application ? (
            <>
              {texts.exchangeId(application.exchangeAssignedId)}{' '}
              <time dateTime={application.snapshotDate}>{showInstant(application.snapshotDate)}</time>
            </>
          ) : (
            <SkeletonBar width={220} />
          )}
        </p>
      </div>
      <div className={css.actions}>
        <CreateCustomer application={application} />
        <Button
          size={size}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          disabled={!application}
          loading={refetch.isPending}
          onClick={() => application && void refetchApplication(application.exchangeAssignedId)}
        >
          {texts.refetch}
        </Button>
        {application ? <InWizard appId={application.exchangeAssignedId} /> : null}
        {application ? <NextSteps appId={application.exchangeAssignedId} /> : null}
      </div>
    </div>
  )
}

/** The application in the wizard, where changes are reported; nothing for one that was not submitted there. */
function InWizard({ appId }: { appId: string }) {
  const size = usePhone() ? 'xl' : 'sm'
  const texts = useApplicationTexts()
  const isStaff = useHasAccess(mayReadApplications)
  const { data } = useQuery(apiQuery(ede.list, { applicationId: appId }))
  const [application] = data ?? []
  if (!application) return null
  return (
    <Button size={size} renderRoot={(props) => <Link to={paths.edeApplication(application.id)} {...props} />}>
      {isStaff ? texts.inWizard : texts.ownAnswers}
    </Button>
  )
}

/** Links to plans and enrollment (MKAPP-19). */
function NextSteps({ appId }: { appId: string }) {
  const size = usePhone() ? 'xl' : 'sm'
  const { enrollment, plans } = useApplicationPaths(appId)
  const texts = useApplicationTexts()
  return (
    <>
      <Button size={size} renderRoot={(props) => <Link to={plans} {...props} />}>
        {texts.plans}
      </Button>
      <Button size={size} variant="filled" renderRoot={(props) => <Link to={enrollment} {...props} />}>
        {texts.enroll}
      </Button>
    </>
  )
}

/** Creates a customer login for the applicant (CUST-25, A-066). */
function CreateCustomer({ application }: { application: MarketplaceDetail | undefined }) {
  const [opened, setOpened] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  if (!useHasAccess(linkedCustomers.create.allow)) return null
  return (
    <>
      <Button
        size={size}
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
        disabled={!application}
        onClick={() => setOpened(true)}
      >
        Create Customer
      </Button>
      {application ? (
        <LinkedCustomerDialog
          opened={opened}
          application={{
            appId: application.exchangeAssignedId,
            name: applicationName(application),
            email: application.userEmail,
          }}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  )
}

/** Offers to fetch an application that was started on the marketplace. */
function NoApplication({ appId }: { appId?: string }) {
  const client = useQueryClient()
  const refetch = useSend(marketplace.refetch, { refreshes: [marketplace.list] })
  const texts = useApplicationTexts()
  const fetchIt = async (appId: string) => {
    try {
      client.setQueryData(keyOf(marketplace.one, { appId }), await refetch.mutateAsync({ appId }))
    } catch (error) {
      toasts.failure(texts.couldNotFetch, error)
    }
  }
  return (
    <EmptyState
      isPage
      title={texts.notFound}
      why={texts.notFoundWhy}
      {...(appId === undefined ? {} : { action: { label: texts.fetch, onClick: () => void fetchIt(appId) } })}
    />
  )
}
