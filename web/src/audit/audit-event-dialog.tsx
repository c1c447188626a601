import { actionInWords } from '@coverdesk/domain/audit/audit-actions.ts'
import { type AuditChange, type AuditDetail, auditedRecord, auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DefinitionGrid } from '../ui/page/definition-grid.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { showMoment } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './audit.module.css'
import { recordOf, resultTone, resultWords, whoOf } from './audit-columns.tsx'

interface Props {
  id: number | undefined
  onClose(): void
  /** Narrows the list to the record of the event. */
  onRecord(record: string): void
}

/** Audit event with old and new values; keeps its content while it fades out. */
export function AuditEventDialog({ id, onClose, onRecord }: Props) {
  const phone = usePhone()
  const [shownId, setShownId] = useState(id)
  if (id !== undefined && id !== shownId) setShownId(id)
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Audit event" size={760} centered fullScreen={phone}>
      {shownId === undefined ? null : <Event id={shownId} onRecord={onRecord} />}
    </Dialog>
  )
}

function Event({ id, onRecord }: { id: number; onRecord(record: string): void }) {
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(auditLog.one, { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <EventDetails event={data} onRecord={onRecord} />
  if (failureReason)
    return (
      <FailedState title="Couldn't load the event." why={failureMessage(failureReason)} retry={() => void refetch()} />
    )
  return (
    <div role="status" aria-label="Loading the event">
      <SkeletonBar width="60%" height={16} />
    </div>
  )
}

function EventDetails({ event, onRecord }: { event: AuditDetail; onRecord(record: string): void }) {
  const { entity, entityId } = event
  return (
    <>
      {event.sentences.map((sentence) => (
        <p key={sentence} className={css.sentence}>
          {sentence}
        </p>
      ))}
      <DefinitionGrid
        columns={4}
        facts={[
          { label: 'Date', value: showMoment(event.date) },
          { label: 'User', value: whoOf(event) },
          { label: 'Action', value: actionInWords(event.action) },
          {
            label: 'Result',
            value: <StatusPill tone={resultTone[event.result]}>{resultWords[event.result]}</StatusPill>,
          },
          { label: 'Entity', value: event.entityName },
          { label: 'Record', value: recordOf(event) },
          { label: 'Entity id', value: event.entityId },
          { label: 'Address', value: event.address },
          { label: 'Request', value: event.requestId, wide: true },
        ]}
      />
      {entity && entityId ? (
        <Button variant="default" mt="md" onClick={() => onRecord(auditedRecord(entity, entityId))}>
          All events of this record
        </Button>
      ) : null}
      {event.facts.length > 0 ? (
        <section className={css.part}>
          <h3>Details</h3>
          <DefinitionGrid columns={4} facts={event.facts.map(({ name, value }) => ({ label: name, value }))} />
        </section>
      ) : null}
      <section className={css.part}>
        <h3>Changes</h3>
        {event.changes.length > 0 ? (
          <Changes changes={event.changes} more={event.more} />
        ) : (
          <p className={css.none}>No details recorded.</p>
        )}
      </section>
    </>
  )
}

function Changes({ changes, more }: { changes: readonly AuditChange[]; more: boolean }) {
  const ofSeveral = changes.some(({ record }) => record !== null)
  const rows = changes.map((change, nth) => ({ ...change, key: `${nth} ${change.field}` }))
  return (
    <div className={css.scroll}>
      <table className={css.changes}>
        <thead>
          <tr>
            {ofSeveral ? <th scope="col">Record</th> : null}
            <th scope="col">Field</th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, record, field, old, new: now }) => (
            <tr key={key}>
              {ofSeveral ? <td>{record}</td> : null}
              <th scope="row">{field}</th>
              <td>{old ?? '-'}</td>
              <td>{now ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more ? <p className={css.none}>Showing the first {changes.length} changes.</p> : null}
    </div>
  )
}
