import { type OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { FailedState } from '../../ui/page/failed-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import css from './offline-record.module.css'

interface OfflineRecordPageProps {
  title: string
  /** Buttons beside the way back. */
  actions?: ReactNode
  children(application: OfflineDetail, reload: () => Promise<unknown>): ReactNode
}

/** Page of one application of the address, with the way back to it. */
export function OfflineRecordPage({ title, actions, children }: OfflineRecordPageProps) {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = Id.catch(0).parse(params.id)
  const { data, failureReason, refetch } = useQuery({ ...apiQuery(offline.one, { id }), refetchOnWindowFocus: false })
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <>
      <PageHeader
        title={`${title} ${id}`}
        actions={
          <>
            <Button
              size={size}
              variant="subtle"
              leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
              renderRoot={(props) => <Link {...props} to={paths.offlineApplication(id)} />}
            >
              Back
            </Button>
            {actions}
          </>
        }
      />
      {data ? (
        children(data, refetch)
      ) : failureReason ? (
        <FailedState
          title="Couldn't load the application."
          why={failureMessage(failureReason)}
          retry={() => void refetch()}
        />
      ) : (
        <div className={css.sections} role="status" aria-label="Loading the application">
          <SkeletonBar width="40%" height={20} />
          <SkeletonBar width="80%" height={20} />
        </div>
      )}
    </>
  )
}
