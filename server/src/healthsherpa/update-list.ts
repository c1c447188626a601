import type { UpdateRow } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsText } from '../platform/lists/list-filters.ts'

const agentColumns = ['u.record_agent_id', 'u.sale_agent_id', 'u.wizard_agent_id', 'u.npn_agent_id']

/** Agents of an update, as an array in SQL. */
export const agentsOfUpdate = sql.raw(`array[${agentColumns.join(', ')}]`)

/** Condition for the updates `u` that a user sees. */
export const seenUpdates = (visibility: Visibility): RawBuilder<unknown> =>
  visibility.all ? sql`true` : sql`${agentsOfUpdate} && ${visibility.agentIds}::bigint[]`

/**
 * Updates of HealthSherpa. The agents of the application see one, and the agent of record by HealthSherpa; only users who see
 * all see one without any.
 */
export const updateList: ListDeclaration = {
  name: 'healthsherpa_updates',
  table: 'healthsherpa_matches u',
  key: 'u.id',
  visibleTo: agentColumns,
  joins: '',
  filters: {
    matched: equalsText(`case when u.marketplace_id is null and u.known_wizard_id is null then 'no' else 'yes' end`),
    appId: equalsText('u.app_id'),
    wizardId: {
      types: ['uuid'],
      condition: (value) => `u.known_wizard_id = ${value}`,
      valuesOf: (typed) => [typed],
    },
  },
  sorts: { receivedAt: ['u.received_at'] },
  defaultSort: { sort: 'receivedAt', order: 'desc' },
  columns: {
    id: 'u.id',
    receivedAt: 'u.received_at',
    day: 'u.changed_on',
    status: 'u.status',
    applicationId: 'u.application_id',
    clientName: 'u.client_name',
    agentName: 'u.npn_agent_name',
    npn: 'u.npn',
    policies: 'u.policies',
    appId: 'u.app_id',
    wizardId: 'u.known_wizard_id',
  } satisfies Record<keyof UpdateRow, string>,
}
