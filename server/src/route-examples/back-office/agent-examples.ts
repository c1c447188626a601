import type { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'
import { type Actor, common, type ExamplesOf, nothing, ofOneAgent } from '../example.ts'
import { nowhere } from '../example-records.ts'

export const agentExamples: ExamplesOf<typeof agents> = {
  list: nothing,
  one: { answers: common, own: ({ me }) => ({ id: me.agentId ?? 0 }), missing: () => ({ id: nowhere }) },
  holdings: { answers: common, own: ({ me }) => ({ id: me.agentId ?? 0 }), missing: () => ({ id: nowhere }) },
  history: { answers: common, own: ({ me }) => ({ id: me.agentId ?? 0 }), missing: () => ({ id: nowhere }) },
  save: {
    answers: common,
    own: async ({ agency, me }) => await agentOf(agency, me),
    missing: async ({ agency, me }) => ({ ...(await agentOf(agency, me)), id: nowhere }),
    leaves: { action: 'update', entity: 'agent' },
  },
  authority: {
    answers: ofOneAgent,
    own: ({ me }) => ({ id: me.agentId ?? 0 }),
    others: ({ other }) => ({ id: other.agentId ?? 0 }),
    missing: () => ({ id: nowhere }),
  },
}

/** The agent as the dialog sends it, with another location. */
async function agentOf(agency: TestApp, { agentId }: Actor): Promise<InputOf<typeof agents.save>> {
  const { rows } = await sql<{ version: number; loginEmail: string; npn: string; locationId: number }>`
    select version, login_email as "loginEmail", npn, case location_id when 2 then 3 else 2 end as "locationId"
    from agents where id = ${agentId}`.execute(agency.db)
  if (!rows[0]) throw new Error('No such agent')
  const chosen = { phone: '3055550100', agentTypeId: 1, statusId: 1 }
  return { ...rows[0], ...chosen, id: agentId ?? 0, contact: { firstName: 'Pat', lastName: 'Example' } }
}
