import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { useTabLock } from '../../platform/session/tab-lock.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import css from './offline-form.module.css'
import { OfflineForm } from './offline-form.tsx'

/** form/new: offline application from paper (OFFLINE-01 to OFFLINE-22). */
export function OfflineNewPage() {
  const [submitted, setSubmitted] = useState<number | null>(null)
  // Never cached, and not refetched while the user types.
  const draft = useQuery({
    ...apiQuery(offline.draft, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: submitted === null,
  })
  const client = useQueryClient()
  const savesDraft = useTabLock('offline-draft')
  const phone = usePhone()
  return (
    <>
      <PageHeader title="New Form" note={phone ? undefined : 'Offline application; fields with * are required'} />
      {submitted !== null ? (
        <Submitted applicationId={submitted} onAnother={() => setSubmitted(null)} />
      ) : draft.data !== undefined && savesDraft !== undefined ? (
        <OfflineForm
          draft={draft.data}
          savesDraft={savesDraft}
          onSubmitted={(applicationId) => {
            // The submission deleted the draft; the next form must not offer it.
            client.setQueryData(apiQuery(offline.draft, {}).queryKey, null)
            setSubmitted(applicationId)
          }}
        />
      ) : draft.error ? (
        <FailedState
          title="Couldn't load the form."
          why={failureMessage(draft.error)}
          retry={() => void draft.refetch()}
        />
      ) : (
        <div className={css.waiting} role="status" aria-label="Loading the form">
          <SkeletonBar width="40%" height={36} />
          <SkeletonBar width="70%" height={36} />
          <SkeletonBar width="70%" height={36} />
        </div>
      )}
    </>
  )
}

/** Confirmation with a button for another application (OFFLINE-04). */
function Submitted({ applicationId, onAnother }: { applicationId: number; onAnother(): void }) {
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <section className={css.submitted} aria-label="Submitted">
      <h2>
        <IconCircleCheck className={css.submittedIcon} size={20} stroke={1.75} aria-hidden />
        Application Successfully Submitted
      </h2>
      <div className={css.box}>
        <h3>Submitted</h3>
        Application{' '}
        <Link to={paths.offlineApplication(applicationId)} className="figures">
          {applicationId}
        </Link>
      </div>
      <Button size={size} variant="filled" autoFocus onClick={onAnother}>
        Submit Another
      </Button>
    </section>
  )
}
