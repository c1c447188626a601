import type { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { sql } from 'kysely'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const said = { firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }

/** A row with its document. */
async function documented(scene: Scene): Promise<{ id: number }> {
  const { id } = await scheduleOf(scene)
  await sql`
        with file as (
          insert into files (name, mime, bytes, sha256, content) values ('schedule.pdf', 'application/pdf', 4, sha256('%PDF'), '%PDF') returning id)
        update commission_schedules set document_id = (select id from file) where id = ${id}`.execute(scene.agency.db)
  return { id }
}

export const scheduleExamples: ExamplesOf<typeof schedules> = {
  list: nothing,
  create: {
    answers: common,
    own: async ({ agency }) => ({ ...said, carrierId: await agency.carrier(unique('carrier')) }),
    missing: () => ({ ...said, carrierId: nowhere }),
    leaves: { action: 'create', entity: 'schedule' },
  },
  copy: {
    answers: common,
    own: async (scene) => ({ carrierId: (await scheduleOf(scene)).carrierId, year: 2026 }),
    missing: () => ({ carrierId: nowhere, year: 2026 }),
    leaves: { action: 'create', entity: 'schedule' },
  },
  edit: {
    answers: common,
    own: async (scene) => ({ ...said, amount: '21.00', id: (await scheduleOf(scene)).id, version: 1 }),
    missing: () => ({ ...said, id: nowhere, version: 1 }),
    leaves: { action: 'update', entity: 'schedule' },
  },
  remove: {
    answers: common,
    own: async (scene) => ({ id: (await scheduleOf(scene)).id, version: 1 }),
    missing: () => ({ id: nowhere, version: 1 }),
    leaves: { action: 'delete', entity: 'schedule' },
  },
  one: {
    answers: common,
    own: async (scene) => ({ id: (await scheduleOf(scene)).id }),
    missing: () => ({ id: nowhere }),
  },
  history: {
    answers: common,
    own: async (scene) => ({ id: (await scheduleOf(scene)).id }),
    missing: () => ({ id: nowhere }),
  },
  document: {
    answers: common,
    own: documented,
    missing: () => ({ id: nowhere }),
  },
  attach: {
    answers: common,
    own: async (scene) => ({ id: (await scheduleOf(scene)).id }),
    missing: () => ({ id: nowhere }),
    file: async () => ({ bytes: Buffer.from('%PDF'), type: 'application/pdf', name: 'schedule.pdf' }),
    leaves: { action: 'update', entity: 'schedule' },
  },
  detach: {
    answers: common,
    own: documented,
    missing: () => ({ id: nowhere }),
    leaves: { action: 'update', entity: 'schedule' },
  },
  test: {
    answers: common,
    own: async (scene) => {
      const { carrierId } = await scheduleOf(scene)
      const policyNumber = unique('policy').slice(0, 40)
      await sql`
        insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
        values (${carrierId}, ${policyNumber}, 'Ida', 'Case', ${scene.me.agentId})`.execute(scene.agency.db)
      return { carrierId, policyNumber, month: '03/2026' }
    },
    missing: () => ({ carrierId: nowhere, policyNumber: 'none', month: '03/2026' }),
  },
}

async function scheduleOf({ agency }: Scene): Promise<{ id: number; carrierId: number }> {
  const carrierId = await agency.carrier(unique('carrier'))
  const { rows } = await sql<{ id: number }>`
    insert into commission_schedules (carrier_id, business, first_month, last_month, basis, amount)
    values (${carrierId}, 'both', '2026-01-01', '2026-12-01', 'member', 20) returning id`.execute(agency.db)
  return { id: rows[0]?.id ?? 0, carrierId }
}
