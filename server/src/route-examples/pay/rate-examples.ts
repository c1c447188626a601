import type { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { sql } from 'kysely'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const rate = { rate1: '18.00', startDate: '2035-01-01', endDate: null }

export const rateExamples: ExamplesOf<typeof rates> = {
  list: nothing,
  create: {
    answers: common,
    own: async ({ agency, me }) => ({
      ...rate,
      agentId: me.agentId ?? 0,
      carrierId: await agency.carrier(unique('carrier')),
    }),
    missing: async ({ agency }) => ({ ...rate, agentId: nowhere, carrierId: await agency.carrier(unique('carrier')) }),
    leaves: { action: 'create', entity: 'rate' },
  },
  one: { answers: common, own: async (scene) => ({ id: await rateOf(scene) }), missing: () => ({ id: nowhere }) },
  history: { answers: common, own: async (scene) => ({ id: await rateOf(scene) }), missing: () => ({ id: nowhere }) },
  edit: {
    answers: common,
    own: async (scene) => ({ ...rate, id: await rateOf(scene), version: 1 }),
    missing: () => ({ ...rate, id: nowhere, version: 1 }),
    leaves: { action: 'update', entity: 'rate' },
  },
}

async function rateOf({ agency, me }: Scene): Promise<number> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { rows } = await sql<{ id: number }>`
    insert into agent_rates (agent_id, carrier_id, rate, start_date) values (${me.agentId}, ${carrierId}, 15, '2026-01-01')
    returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
