import { registrationWords } from '@coverdesk/domain/cms-registration/registration-words.ts'
import { nameLabel, wordLabel } from '../platform/exports/filter-label.ts'
import { inWords } from '../platform/exports/in-words.ts'
import { listExport } from '../platform/exports/list-export.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText } from '../platform/lists/list-filters.ts'

/** Active agents with what CMS's lists in use say about them, for the two newest plan years of the registration list. */
export const registrationList: ListDeclaration = {
  name: 'agent_registrations',
  table: 'agent_registrations r',
  key: 'r.id',
  joins: '',
  filters: {
    agentId: equalsNumber('r.agent_id'),
    planYear: equalsNumber('r.plan_year'),
    status: equalsText('r.status'),
  },
  sorts: { agent: ['r.agent_name', 'r.agent_id'], planYear: ['r.plan_year'] },
  defaultSort: { sort: 'agent', order: 'asc' },
  columns: {
    id: 'r.id',
    agentId: 'r.agent_id',
    agentName: 'r.agent_name',
    npn: 'r.npn',
    planYear: 'r.plan_year',
    status: 'r.status',
    completedOn: 'r.completed_on',
    endsOn: 'r.ends_on',
    terminatedOn: 'r.terminated_on',
    terminationCode: 'r.termination_code',
    fileName: 'r.file_name',
    line: 'r.line',
  },
  subject: 'agentId',
}

export const registrationExport = listExport(registrationList, {
  title: 'CMS registration',
  filters: {
    agentId: nameLabel('Agent', 'agents'),
    planYear: { label: 'Plan year', read: String },
    status: wordLabel('Status', registrationWords),
  },
  columns: [
    { label: 'Agent', kind: 'text', width: 24, column: 'agentName' },
    { label: 'NPN', kind: 'text', width: 12, column: 'npn' },
    { label: 'Plan year', kind: 'integer', width: 8, column: 'planYear' },
    {
      label: 'Status',
      kind: 'text',
      width: 20,
      expression: inWords('r.status', registrationWords),
    },
    { label: 'Completed on', kind: 'date', width: 10, column: 'completedOn' },
    { label: 'Ends on', kind: 'date', width: 10, column: 'endsOn' },
    { label: 'Terminated on', kind: 'date', width: 10, column: 'terminatedOn' },
    { label: 'Code', kind: 'text', width: 6, column: 'terminationCode' },
    { label: 'File', kind: 'text', width: 20, column: 'fileName' },
    { label: 'Line', kind: 'integer', width: 8, column: 'line' },
  ],
})
