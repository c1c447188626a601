import { type LeadRow, leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import { noValue } from '../bulk/no-value.ts'
import type { useBulk } from '../bulk/use-bulk.ts'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { ClearDisposition, DispositionDialog } from './disposition-dialog.tsx'
import { EditLeadDialog } from './edit-lead-dialog.tsx'
import { leadName } from './lead-words.ts'
import { NewLeadDialog } from './new-lead-dialog.tsx'
import { UploadLeadsDialog } from './upload-leads-dialog.tsx'

/** Dialogs of the screen about one lead. */
export type LeadDialog =
  | { dialog: 'edit' | 'disposition' | 'clear' | 'notes' | 'history'; lead: LeadRow }
  | { dialog: 'upload' | 'new' }

interface LeadDialogsProps {
  open: LeadDialog | null
  statuses: readonly Choice[]
  agents: readonly Choice[]
  onClose(): void
  onCreated(id: number): void
  bulk: ReturnType<typeof useBulk>['dialogs']
}

const refreshes = [leads.list, leads.one, leads.history, telephony.block]

export function LeadDialogs({ open, statuses, agents, bulk, onClose, onCreated }: LeadDialogsProps) {
  const leadOf = (dialog: LeadDialog['dialog']) => (open?.dialog === dialog && 'lead' in open ? open.lead : null)
  const noted = leadOf('notes')
  const questions: BulkActionForm[] = [
    {
      action: 'lead.agent',
      title: 'Assign leads',
      label: 'Agent',
      source: { choices: [{ value: noValue, label: 'Unassigned' }, ...agents] },
      none: 'Unassigned',
      verb: 'Assign',
    },
    {
      action: 'lead.disposition',
      title: 'Set Disposition',
      label: 'Disposition',
      source: { choices: [...statuses, { value: noValue, label: 'None (clear)' }] },
      none: 'None',
      verb: 'Set Disposition of',
    },
  ]
  return (
    <>
      <NewLeadDialog opened={open?.dialog === 'new'} agents={agents} onCreated={onCreated} onClose={onClose} />
      <EditLeadDialog lead={leadOf('edit')} onClose={onClose} />
      <DispositionDialog lead={leadOf('disposition')} statuses={statuses} onClose={onClose} />
      <ClearDisposition lead={leadOf('clear')} onClose={onClose} />
      <NotesDialog
        of={noted && { entityMetadataId: notedKinds.lead.id, entityId: noted.id, name: leadName(noted) }}
        onClose={onClose}
      />
      <LeadHistory lead={leadOf('history')} onClose={onClose} />
      <BulkDialogs kind="lead" {...bulk} questions={questions} refreshes={refreshes} />
      <UploadLeadsDialog opened={open?.dialog === 'upload'} onClose={onClose} />
    </>
  )
}

function LeadHistory({ lead, onClose }: { lead: LeadRow | null; onClose(): void }) {
  const last = useRef(lead)
  if (lead) last.current = lead
  const shown = last.current
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(leads.history, { id: shown?.id ?? 0 }),
    enabled: lead !== null,
  })
  return (
    <HistoryDialog
      opened={lead !== null}
      onClose={onClose}
      name={shown ? leadName(shown) : ''}
      history={data && { changes: data.changes }}
      failed={failureReason ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}
