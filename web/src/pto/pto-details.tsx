import { type PtoRequest, pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { newestFirst, statusEntries } from '../history/history-entries.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { Timeline } from '../ui/page/timeline.tsx'
import css from './pto.module.css'
import { endInWords, overlapsInWords, ptoTone, startInWords } from './pto-words.ts'
import { useFailureToast } from './use-failure-toast.ts'

interface PtoDetailsProps {
  /** Id of the request; undefined when closed. */
  id: number | undefined
  /** Undefined if the user can't change the request. */
  onEdit: (() => void) | undefined
  /** Undefined if the user can't change the status. */
  onChangeStatus: (() => void) | undefined
  onClose(): void
}

/** Details: one request with its full comment and statuses (PTO-02, PTO-13). */
export function PtoDetails({ id, onEdit, onChangeStatus, onClose }: PtoDetailsProps) {
  const phone = usePhone()
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="PTO request" size={560} fullScreen={phone} centered>
      {id === undefined ? null : <Loaded id={id} onEdit={onEdit} onChangeStatus={onChangeStatus} />}
    </Dialog>
  )
}

type Actions = Pick<PtoDetailsProps, 'onEdit' | 'onChangeStatus'>

function Loaded({ id, ...actions }: Actions & { id: number }) {
  const { data, failureReason, refetch } = useQuery({ ...apiQuery(pto.one, { id }), staleTime: 0 })
  useFailureToast(failureReason)
  if (data) return <Request request={data} {...actions} />
  if (failureReason)
    return (
      <FailedState
        title="Couldn't load the request."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  return (
    <div role="status" aria-label="Loading the request">
      <SkeletonBar width="40%" height={20} />
      <SkeletonBar width="80%" height={20} />
    </div>
  )
}

function Request({ request, onEdit, onChangeStatus }: Actions & { request: PtoRequest }) {
  const { agent, statusId, status, hours, createdDate, comment, statuses } = request
  const size = usePhone() ? 'xl' : 'sm'
  const entries = statusEntries(
    statuses.map(({ name, ...entry }) => ({ ...entry, status: name })),
    ptoTone,
  )
  return (
    <div className={css.details}>
      <p className={css.who}>
        <strong>{agent}</strong> <StatusPill tone={ptoTone(statusId)}>{status}</StatusPill>
      </p>
      <DefinitionGrid
        facts={[
          { label: 'Start date', value: startInWords(request) },
          { label: 'End date', value: endInWords(request) },
          { label: 'Hours', value: hours },
          { label: 'Created', value: showInstant(createdDate) },
        ]}
      />
      {request.overlaps.length > 0 ? (
        <NoticeLine tone="amber">Overlaps {overlapsInWords(request.overlaps)}.</NoticeLine>
      ) : null}
      <section aria-label="Comment">
        <h3>Comment</h3>
        <p className={css.comment}>{comment || '-'}</p>
      </section>
      <section>
        <h3>Status</h3>
        <Timeline entries={newestFirst(entries)} label="Statuses" />
      </section>
      {onEdit || onChangeStatus ? (
        <div className={css.answers}>
          {onEdit ? (
            <Button size={size} onClick={onEdit}>
              Edit
            </Button>
          ) : null}
          {onChangeStatus ? (
            <Button size={size} variant="filled" onClick={onChangeStatus}>
              Change Status
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
