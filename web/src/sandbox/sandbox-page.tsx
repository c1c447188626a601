import { Failure } from '@coverdesk/domain/failure.ts'
import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { HouseholdForm } from './household-form.tsx'
import css from './sandbox-page.module.css'
import { currentSandboxVisit } from './sandbox-visit.ts'

/** /exchange/: entry page of the built-in sandbox exchange for users from the portal. */
export function SandboxPage() {
  const [visit] = useState(currentSandboxVisit)
  const [back, setBack] = useState<string | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    // Removes the token from the URL once it is read.
    if (location.hash !== '') void navigate({ to: paths.sandbox, replace: true })
  }, [navigate])
  return (
    <>
      <header className={css.head}>
        <strong>Sandbox exchange</strong>
        <span>A test marketplace: nothing is submitted.</span>
      </header>
      <main id="main">
        {back !== null ? (
          <GoingBack to={back} />
        ) : visit === null ? (
          <SessionEnded />
        ) : (
          <Visit visit={visit} onBack={setBack} />
        )}
      </main>
    </>
  )
}

function Visit({ visit, onBack }: { visit: string; onBack(address: string): void }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(sandbox.visit, { visit }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error instanceof Failure && error.status === 404) return <SessionEnded />
  if (error)
    return <FailedState title="Couldn't load the form." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div className={css.waiting} role="status" aria-label="Loading the form">
        {[40, 70, 70].map((width, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <SkeletonBar key={place} width={`${width}%`} height={36} />
        ))}
      </div>
    )
  return (
    <HouseholdForm
      {...data}
      visit={visit}
      onSent={(exchangeId) => onBack(`${paths.marketplaceReturn}/eligibility?${new URLSearchParams({ exchangeId })}`)}
      onCancel={() =>
        onBack(
          `${paths.marketplaceReturn}/eligibility?${new URLSearchParams({ error: 'The application was cancelled.' })}`,
        )
      }
    />
  )
}

/** Returns with a full page load, as an external application does. */
function GoingBack({ to }: { to: string }) {
  useEffect(() => location.assign(to), [to])
  return <Notice title="Taking you back" text="One moment, please." />
}

function SessionEnded(): ReactNode {
  return (
    <Notice title="Your session has ended" text="Go to the marketplace from the portal again." alert>
      <Button variant="filled" component="a" href={paths.portal}>
        Back to the portal
      </Button>
    </Notice>
  )
}
