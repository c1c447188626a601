import { access } from '@coverdesk/domain/access/access-contract.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { storedApplication, useToken } from '../platform/session/session.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useHandoffTexts } from './handoff-texts.ts'

/** Seconds until automatic navigation (ENROLL-20). */
const secondsUntilNavigation = 10

/** Return page of the marketplace: stores the application's id, shows the result and navigates on. */
export function MarketplaceReturnPage() {
  const { exchangeId, error }: { exchangeId?: string; error?: string } = useSearch({ strict: false })
  const target = useTarget(exchangeId)
  const texts = useHandoffTexts()
  const left = useSecondsLeft(error ? null : target.byItself)
  useEffect(() => {
    if (exchangeId) storedApplication.set(exchangeId)
  }, [exchangeId])
  useRefetchedApplication(error ? undefined : (exchangeId ?? storedApplication.get() ?? undefined))
  return (
    <Notice
      title={error ? texts.failed : texts.submitted}
      text={error ?? texts.takingYou(left)}
      alert={error !== undefined}
    >
      <Button variant="filled" renderRoot={(props) => <Link to={target.byButton} {...props} />}>
        {texts.goToApplications}
      </Button>
    </Notice>
  )
}

/** Counts down, then navigates; does nothing without a target. */
function useSecondsLeft(target: string | null): number {
  const [left, setLeft] = useState(secondsUntilNavigation)
  const navigate = useNavigate()
  useEffect(() => {
    if (target === null) return
    const end = Date.now() + secondsUntilNavigation * 1_000
    const timer = setInterval(() => {
      // Uses the clock, since background tabs throttle timers.
      const seconds = Math.ceil((end - Date.now()) / 1_000)
      setLeft(Math.max(0, seconds))
      if (seconds > 0) return
      clearInterval(timer)
      void navigate({ to: target })
    }, 250)
    return () => clearInterval(timer)
  }, [target, navigate])
  return left
}

/**
 * Fetches the application's current state before the page navigates on, and imports one that was started on the
 * marketplace. On failure the application's page offers a refetch.
 */
function useRefetchedApplication(exchangeId: string | undefined): void {
  const signedIn = useToken() !== null
  const { mutate } = useSend(marketplace.refetch, {
    refreshes: [marketplace.one, marketplace.list, access.currentUser],
  })
  useEffect(() => {
    if (signedIn && exchangeId) mutate({ appId: exchangeId })
  }, [signedIn, exchangeId, mutate])
}

/** Targets after 10 s and of the button: the application, and the list or the user's own application. */
function useTarget(exchangeId: string | undefined): { byItself: string; byButton: string } {
  const person = useCurrentUser()
  const holds = (rule: string) => person !== undefined && mayPass(rule, person)
  const id = exchangeId ?? storedApplication.get() ?? person?.applicationId
  if (holds('consumer') && !holds('agent|customer')) {
    const own = id ? paths.consumerApplication(id) : paths.consumer
    return { byItself: own, byButton: own }
  }
  const own = id ? paths.ownApplication(id) : person && !holds('agent') ? paths.application : paths.applications
  return { byItself: own, byButton: person && !holds('agent') ? own : paths.applications }
}
