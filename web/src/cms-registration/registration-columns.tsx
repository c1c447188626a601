import type {
  RegistrationRow,
  RegistrationStatus,
  registrationSorts,
} from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { registrationWords } from '@coverdesk/domain/cms-registration/registration-words.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

type RegistrationSort = (typeof registrationSorts)[number]

const tones: Record<RegistrationStatus, Tone> = {
  registered: 'green',
  'not valid': 'red',
  'not on the list': 'amber',
  terminated: 'red',
  'no NPN': 'amber',
}

const sourceOf = ({ fileName, line }: RegistrationRow) => (fileName === null ? null : `${fileName}, line ${line}`)

export const registrationColumns: readonly ListColumn<RegistrationRow, RegistrationSort>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 160, grow: 1, sort: 'agent', pinned: true },
  { id: 'npn', header: 'NPN', cell: (row) => row.npn, width: 104 },
  { id: 'planYear', header: 'Plan year', cell: (row) => row.planYear, width: 88, sort: 'planYear' },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => registrationWords[row.status],
    kind: 'status',
    width: 176,
    tone: (row) => tones[row.status],
  },
  { id: 'completedOn', header: 'Completed on', cell: (row) => row.completedOn, kind: 'date', width: 112 },
  { id: 'endsOn', header: 'Ends on', cell: (row) => row.endsOn, kind: 'date', width: 104 },
  { id: 'terminatedOn', header: 'Terminated on', cell: (row) => row.terminatedOn, kind: 'date', width: 116 },
  { id: 'code', header: 'Code', cell: (row) => row.terminationCode, width: 60 },
  { id: 'source', header: 'Line of the list', cell: sourceOf, width: 200, grow: 1 },
]

export const registrationPhoneRow: PhoneRow<RegistrationRow> = {
  title: (row) => row.agentName,
  subtitle: (row) =>
    [row.npn === null ? null : `NPN ${row.npn}`, row.endsOn === null ? null : `ends ${showDate(row.endsOn)}`]
      .filter((part) => part !== null)
      .join(', '),
  figure: (row) => String(row.planYear),
  badge: (row) => <StatusPill tone={tones[row.status]}>{registrationWords[row.status]}</StatusPill>,
  first: 'badge',
}

export const registrationName = (row: RegistrationRow) => `${row.agentName}, ${row.planYear}`
