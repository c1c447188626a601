import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePerson } from '../access/person.ts'
import { paths } from '../platform/paths.ts'
import { storedApplication } from '../platform/session.ts'
import { Notice } from './notice.tsx'

/** Milliseconds until the page goes on by itself (ENROLL-20). */
export const goOnAfter = 10_000

/** Where the marketplace sends people back to: keeps the application's id, says how it went and goes on. */
export function MarketplaceReturnPage() {
  const { exchangeId, error }: { exchangeId?: string; error?: string } = useSearch({ strict: false })
  const target = useTarget(exchangeId)
  const navigate = useNavigate()
  useEffect(() => {
    if (exchangeId) storedApplication.set(exchangeId)
  }, [exchangeId])
  useEffect(() => {
    if (error) return
    const timer = setTimeout(() => void navigate({ to: target.byItself }), goOnAfter)
    return () => clearTimeout(timer)
  }, [error, target.byItself, navigate])
  return (
    <Notice
      title={error ? 'The marketplace reported an error' : 'Succesfully Submitted'}
      text={error ?? 'You are taken to your application in 10 seconds.'}
      alert={error !== undefined}
    >
      <Button variant="filled" renderRoot={(props) => <Link to={target.byButton} {...props} />}>
        Go to Applications
      </Button>
    </Notice>
  )
}

/** After 10 s the application itself; the button leads to the list, or to the own application where there is no list. */
function useTarget(exchangeId: string | undefined): { byItself: string; byButton: string } {
  const person = usePerson()
  const id = exchangeId ?? storedApplication.get()
  const consumer = person !== undefined && mayPass('consumer', person) && !mayPass('agent|customer', person)
  const own = id ? (consumer ? paths.consumerApplication(id) : paths.ownApplication(id)) : paths.applications
  const hasNoList = consumer || (person !== undefined && !mayPass('agent', person))
  return { byItself: own, byButton: hasNoList ? own : paths.applications }
}
