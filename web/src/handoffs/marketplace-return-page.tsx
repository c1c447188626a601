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

/** Seconds until the page goes on by itself (ENROLL-20). */
const goOnAfter = 10

/** Where the marketplace sends people back to: keeps the application's id, says how it went and goes on. */
export function MarketplaceReturnPage() {
  const { exchangeId, error }: { exchangeId?: string; error?: string } = useSearch({ strict: false })
  const target = useTarget(exchangeId)
  const left = useSecondsLeft(error ? null : target.byItself)
  useEffect(() => {
    if (exchangeId) storedApplication.set(exchangeId)
  }, [exchangeId])
  useNews(error ? undefined : exchangeId)
  return (
    <Notice
      title={error ? 'The marketplace reported an error' : 'Succesfully Submitted'}
      text={error ?? `Taking you to your application in ${left} ${left === 1 ? 'second' : 'seconds'}.`}
      alert={error !== undefined}
    >
      <Button variant="filled" renderRoot={(props) => <Link to={target.byButton} {...props} />}>
        Go to Applications
      </Button>
    </Notice>
  )
}

/** Counts down and then goes there; not at all without a target. */
function useSecondsLeft(target: string | null): number {
  const [left, setLeft] = useState(goOnAfter)
  const navigate = useNavigate()
  useEffect(() => {
    if (target === null) return
    const end = Date.now() + goOnAfter * 1_000
    const timer = setInterval(() => {
      // By the clock: a tab at the back is woken up less often.
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
 * Fetches how the application stands now, so that what was done on the marketplace is there when the page goes on; one that
 * was begun there comes into the book. When that fails the application's own screen offers to ask again.
 */
function useNews(exchangeId: string | undefined): void {
  const signedIn = useToken() !== null
  const { mutate } = useSend(marketplace.refetch, {
    refreshes: [marketplace.one, marketplace.list, access.currentUser],
  })
  useEffect(() => {
    if (signedIn && exchangeId) mutate({ appId: exchangeId })
  }, [signedIn, exchangeId, mutate])
}

/** After 10 s the application itself; the button leads to the list, or to the own application where there is no list. */
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
