import { ageOn, showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { noCalls } from '@coverdesk/domain/leads/do-not-call.ts'
import type { LeadRow, leadSorts } from '@coverdesk/domain/leads/lead-contract.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { ActionIcon } from '@mantine/core'
import { IconCopy, IconPhoneOff } from '@tabler/icons-react'
import { copyText } from '../platform/toasts/copy-text.ts'
import { planCell } from '../policies/plan-name.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { dispositionTone, leadName, leadPlace } from './lead-words.ts'
import css from './leads.module.css'

export type LeadSort = (typeof leadSorts)[number]
export type LeadColumn = ListColumn<LeadRow, LeadSort>

/** Age in completed years on the agency's today (LEAD-03). */
export const ageOf = ({ dob }: LeadRow) => (dob === null ? null : ageOn(dob, todayIn(new Date())))

const statusDay = ({ statusDate }: LeadRow) => (statusDate === null ? null : todayIn(new Date(statusDate)))

/** The number, which is called on the device by a click unless it asked not to be called; with a button that copies it. */
function CopyPhone({ phone, of, doNotCall }: { phone: string; of: string; doNotCall: boolean }) {
  const shown = showPhone(phone)
  return (
    <span className={css.phone}>
      {doNotCall ? (
        shown
      ) : (
        <a href={`tel:+1${phone}`} tabIndex={-1} aria-label={`Call ${of}, ${shown}`}>
          {shown}
        </a>
      )}
      {doNotCall ? (
        <span className={css.blocked} role="img" aria-label={noCalls} title={noCalls}>
          <IconPhoneOff size={14} stroke={1.75} aria-hidden />
        </span>
      ) : null}
      <ActionIcon
        size={22}
        variant="subtle"
        color="gray"
        tabIndex={-1}
        aria-label={`Copy the phone of ${of}`}
        onClick={() => void copyText(shown, 'Phone copied!')}
      >
        <IconCopy size={14} stroke={1.75} />
      </ActionIcon>
    </span>
  )
}

/** Columns of the list (LEAD-02), status before address; the last column copies the row as text by `copied`. */
export function leadColumns(copied: (row: LeadRow) => string): readonly LeadColumn[] {
  return [
    { id: 'name', header: 'Name', cell: leadName, width: 180, sort: 'name', pinned: true },
    { id: 'agent', header: 'Assigned to', cell: (row) => row.agentName, width: 130 },
    {
      id: 'phone',
      header: 'Phone',
      cell: (row) =>
        row.phone === null ? null : <CopyPhone phone={row.phone} of={leadName(row)} doNotCall={row.doNotCall} />,
      width: 168,
    },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => row.statusName,
      kind: 'status',
      tone: (row) => dispositionTone(row.statusName),
      width: 124,
    },
    { id: 'statusDate', header: 'Status date', cell: statusDay, kind: 'date', width: 98, sort: 'statusDate' },
    { id: 'dob', header: 'Date of birth', cell: (row) => row.dob, kind: 'date', width: 104, sort: 'dob' },
    { id: 'age', header: 'Age', cell: ageOf, kind: 'number', width: 52 },
    { id: 'address', header: 'Address', cell: leadPlace, width: 200, quiet: true, grow: 1 },
    { id: 'zipCode', header: 'ZIP code', cell: (row) => row.zipCode, width: 76, quiet: true },
    { id: 'plan', header: 'Plan', cell: (row) => planCell(row.plan), width: 200, quiet: true },
    { id: 'contact', header: 'Contact', cell: (row) => row.contactName, width: 140, quiet: true },
    {
      id: 'copy',
      header: 'Copy',
      cell: (row) => (
        <ActionIcon
          size={22}
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={`Copy the row of ${leadName(row)}`}
          onClick={() => void copyText(copied(row), 'Row copied!')}
        >
          <IconCopy size={14} stroke={1.75} />
        </ActionIcon>
      ),
      width: 56,
      align: 'center',
    },
  ]
}

const texts: Readonly<Record<string, (row: LeadRow) => string | number | null>> = {
  name: leadName,
  agent: (row) => row.agentName,
  phone: (row) => showPhone(row.phone),
  status: (row) => row.statusName,
  statusDate: (row) => showDate(statusDay(row)),
  dob: (row) => showDate(row.dob),
  age: ageOf,
  address: leadPlace,
  zipCode: (row) => row.zipCode,
  plan: (row) => row.plan,
  contact: (row) => row.contactName,
}

/** Visible cells of a row joined by tabs; plan names aren't truncated. */
export function leadRowText(row: LeadRow, hidden: readonly string[]): string {
  return Object.entries(texts)
    .filter(([id]) => !hidden.includes(id))
    .map(([, text]) => String(text(row) ?? ''))
    .join('\t')
}

/** Default columns. */
export const leadPreference: ScreenPreference = { hidden: ['contact'] }

export const leadPhoneRow: PhoneRow<LeadRow> = {
  title: leadName,
  subtitle: (row) =>
    [showPhone(row.phone), row.doNotCall && 'do not call', row.agentName ?? 'Unassigned'].filter(Boolean).join(', '),
  badge: (row) =>
    row.statusName === null ? null : <StatusPill tone={dispositionTone(row.statusName)}>{row.statusName}</StatusPill>,
  figure: (row) => showDate(statusDay(row)),
}
