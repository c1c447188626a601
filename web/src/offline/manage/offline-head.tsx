import type { RecordChange } from '@coverdesk/domain/history/history-contract.ts'
import { type OfflineDetail, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconNote, IconPencil, IconPrinter, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RecordHistory } from '../../history/record-history.tsx'
import { useCustomerMaking } from '../../person/use-customer-making.ts'
import { paths } from '../../platform/address/paths.ts'
import { apiQuery, useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showInstant } from '../../ui/basics/instant.ts'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ChangeList, conflictingChanges } from '../../ui/form/edit-conflict.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { nameOf } from '../offline-words.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { offlinePages } from './offline-address.ts'
import css from './offline-view.module.css'

export interface OfflineActions {
  onNotes(applicationId: number, applicant: string): void
  onReload(): void
}

interface OfflineHeadProps {
  application: OfflineDetail
  actions: OfflineActions | undefined
}

/** A rejected action and the other user's changes that caused it. */
interface RejectedAction {
  wanted: string
  since: readonly RecordChange[]
}

/** Applicant and state of an application, and its actions. */
export function OfflineHead({ application, actions }: OfflineHeadProps) {
  const { processedDate, held } = application
  return (
    <>
      <div className={css.head}>
        <div>
          <h2>{nameOf(application)}</h2>
          <p className={css.quiet}>
            {showInstant(application.createdDate)} by {application.createdBy}
          </p>
        </div>
        <StatusPill tone={processedDate ? 'green' : 'amber'}>{processedDate ? 'Processed' : 'Open'}</StatusPill>
        {held ? <StatusPill tone="blue">On hold</StatusPill> : null}
      </div>
      {actions ? <Actions application={application} {...actions} /> : null}
    </>
  )
}

function Actions({ application, onNotes, onReload }: OfflineActions & { application: OfflineDetail }) {
  const [shown, setShown] = useState<{ id: number }>()
  const [holding, setHolding] = useState(false)
  const [rejected, setRejected] = useState<RejectedAction>()
  const size = usePhone() ? 'xl' : 'sm'
  const process = useSend(offline.process, { refreshes: [offline.one, offline.list] })
  const { applicationId: id, version, processedDate, held, revealBy } = application
  const [toDo, toHold] = [processedDate ? 'Reopen' : 'Mark as processed', held ? 'End hold' : 'Hold']
  const mark = async () => {
    setRejected(undefined)
    try {
      await process.mutateAsync({ id, version, processed: processedDate === null })
    } catch (failure) {
      const since = conflictingChanges(failure)
      if (since) setRejected({ wanted: toDo, since })
      else toasts.failure("Couldn't save the change.", failure)
      onReload()
    }
  }
  const open = processedDate === null && !held
  return (
    <>
      <div className={css.actions} data-print="no">
        {application.mayCorrect && open ? (
          <Button
            size={size}
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link {...props} to={offlinePages.correct(id)} />}
          >
            Correct
          </Button>
        ) : null}
        <Button
          size={size}
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={offlinePages.print(id)} />}
        >
          Print
        </Button>
        <Button
          size={size}
          leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
          onClick={() => setShown({ id })}
        >
          History
        </Button>
        <CustomerButton application={application} />
        <Button
          size={size}
          leftSection={<IconNote size={16} stroke={1.75} aria-hidden />}
          onClick={() => onNotes(id, nameOf(application))}
        >
          Notes
        </Button>
        {revealBy ? (
          <>
            <Button size={size} onClick={() => setHolding(true)}>
              {toHold}
            </Button>
            <Button
              size={size}
              variant={processedDate ? 'default' : 'filled'}
              loading={process.isPending}
              onClick={() => void mark()}
            >
              {toDo}
            </Button>
          </>
        ) : null}
      </div>
      {rejected ? <ConflictNotice {...rejected} onSeen={() => setRejected(undefined)} /> : null}
      <RecordHistory
        changesOf={(of) => apiQuery(offline.history, { id: of })}
        record={shown}
        nameOf={() => nameOf(application)}
        onClose={() => setShown(undefined)}
      />
      <HoldDialog
        opened={holding}
        application={application}
        onConflict={(since, reason) => {
          setRejected({ wanted: reason ? `${toHold} (${reason})` : toHold, since })
          onReload()
        }}
        onClose={() => setHolding(false)}
      />
    </>
  )
}

/** Opens the customer that the applicant became, or makes them one. */
function CustomerButton({ application: { applicationId, customerId } }: { application: OfflineDetail }) {
  const size = usePhone() ? 'xl' : 'sm'
  const make = useCustomerMaking('ofOffline')
  const [busy, setBusy] = useState(false)
  const icon = <IconUserCheck size={16} stroke={1.75} aria-hidden />
  if (!make) return null
  if (customerId !== null)
    return (
      <Button
        size={size}
        leftSection={icon}
        renderRoot={(props) => <Link {...props} to={paths.customerPage(customerId)} />}
      >
        Open customer
      </Button>
    )
  const run = async () => {
    setBusy(true)
    await make(applicationId)
    setBusy(false)
  }
  return (
    <Button size={size} leftSection={icon} loading={busy} onClick={() => void run()}>
      Create customer
    </Button>
  )
}

/** Edit conflict: shows the rejected action and the other user's changes (P-74). */
function ConflictNotice({ wanted, since, onSeen }: RejectedAction & { onSeen(): void }) {
  return (
    <section aria-label="Changed by someone else">
      <NoticeLine
        tone="red"
        action={
          <Button size="xs" onClick={onSeen}>
            Close
          </Button>
        }
      >
        <ChangeList what="application" since={since} />
        Not done: {wanted}. The current version is shown.
      </NoticeLine>
    </section>
  )
}
