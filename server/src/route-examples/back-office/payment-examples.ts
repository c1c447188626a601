import type { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import type { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { sql } from 'kysely'
import { calculateRun } from '../../pay-runs/calculate-run.ts'
import { alike, common, done, type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

export const paymentExamples: ExamplesOf<typeof payments> = {
  list: nothing,
  download: {
    answers: ofOneAgent,
    leaves: { action: 'export', entity: 'payment' },
    own: async (scene) => ({ paymentNumber: await paymentOf(scene, scene.me.agentId) }),
    others: async (scene) => ({ paymentNumber: await paymentOf(scene, scene.other.agentId) }),
    missing: () => ({ paymentNumber: 'P9999999' }),
  },
  lines: {
    answers: ofOneAgent,
    own: async (scene) => ({ paymentId: idOfNumber(await paymentOf(scene, scene.me.agentId)) }),
    others: async (scene) => ({ paymentId: idOfNumber(await paymentOf(scene, scene.other.agentId)) }),
    missing: () => ({ paymentId: nowhere }),
  },
}

/** 'P0000042' → 42. */
const idOfNumber = (paymentNumber: string) => Number(paymentNumber.slice(1))

/** The number of a payment to an agent, in its own batch. */
async function paymentOf({ agency }: Scene, agentId: number | null): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with batch as (insert into payment_batches (name) values (${unique('batch')}) returning id)
    insert into payments (batch_id, agent_id, type_id, month, amount) select id, ${agentId}, 3, '2026-03-01', 250 from batch
    returning payment_number as number`.execute(agency.db)
  return rows[0]?.number ?? ''
}

let months = 0
/** A first day of a month that no other run of the examples has. */
const nextMonth = () => `${1900 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, '0')}-01`

/** The only draft. */
async function draftOf({ agency }: Scene): Promise<{ id: number }> {
  await withoutDraft(agency.db)
  const { rows } = await sql<{
    id: number
  }>`insert into pay_runs (month) values (${nextMonth()}::date) returning id`.execute(agency.db)
  return { id: rows[0]?.id ?? 0 }
}

async function withoutDraft(db: Scene['agency']['db']): Promise<void> {
  await sql`delete from pay_run_items where run_id in (select id from pay_runs where closed_at is null)`.execute(db)
  await sql`delete from pay_run_agents where run_id in (select id from pay_runs where closed_at is null)`.execute(db)
  await sql`delete from pay_runs where closed_at is null`.execute(db)
}

/** A closed run without lines. */
export async function closedRun(scene: Scene): Promise<{ id: number }> {
  const { id } = await draftOf(scene)
  await sql`
    with batch as (insert into payment_batches (name) values (${unique('batch')}) returning id)
    update pay_runs set closed_at = '2026-03-31', batch_id = batch.id from batch where pay_runs.id = ${id}`.execute(
    scene.agency.db,
  )
  return { id }
}

/** A calculated correction, which waits for nothing. */
async function correctionOf(scene: Scene): Promise<{ id: number; inputHash: string }> {
  const { id: closed } = await closedRun(scene)
  const { rows } = await sql<{ id: number; month: string }>`
    insert into pay_runs (month, sequence, reason) select month, 1, 'New terms' from pay_runs where id = ${closed}
    returning id, month::text`.execute(scene.agency.db)
  const run = { id: rows[0]?.id ?? 0, month: rows[0]?.month ?? '', sequence: 1 }
  const inputHash = await scene.agency.db.transaction().execute((db) => calculateRun(db, run, null))
  return { id: run.id, inputHash }
}

/** Run with a row of an agent. */
async function runOf(scene: Scene, agentId: number | null): Promise<{ id: number; agentId: number }> {
  const { id } = await draftOf(scene)
  await sql`
    insert into pay_run_agents (run_id, agent_id, written, overrides, held, adjustments, advances, recovered, carried_in, carried_out,
      paid, previous)
    values (${id}, ${agentId}, 10, 0, 0, 0, 0, 0, 0, 0, 10, 0)`.execute(scene.agency.db)
  return { id, agentId: agentId ?? 0 }
}

const ofStatement = (agentId: number | null) => ({ agentId: agentId ?? nowhere, carrierId: 1, month: '01/2026' })

const missing = () => ({ id: nowhere })
const ofDraft = { answers: common, own: draftOf, missing, leaves: { action: 'update', entity: 'payRun' } }

export const payRunExamples: ExamplesOf<typeof payRuns> = {
  list: nothing,
  one: { answers: common, own: draftOf, missing, shows: closedRun },
  running: nothing,
  balances: nothing,
  start: {
    answers: done,
    own: async ({ agency }) => {
      await withoutDraft(agency.db)
      // After all closed ones of the examples, and before any statement.
      const month = nextMonth()
      return { month: `${month.slice(5, 7)}/${Number(month.slice(0, 4)) + 50}` }
    },
    leaves: { action: 'create', entity: 'payRun' },
  },
  calculate: ofDraft,
  remove: { ...ofDraft, leaves: { action: 'delete', entity: 'payRun' } },
  confirm: {
    ...ofDraft,
    own: async (scene) => ({ ...(await draftOf(scene)), carrierIds: [1] }),
    missing: () => ({ id: nowhere, carrierIds: [1] }),
  },
  close: {
    ...ofDraft,
    own: correctionOf,
    missing: () => ({ id: nowhere, inputHash: '' }),
  },
  setStatus: {
    ...ofDraft,
    own: async (scene) => ({ ...(await closedRun(scene)), status: 'Processed' as const }),
    missing: () => ({ id: nowhere, status: 'Processed' as const }),
    leaves: { action: 'status', entity: 'payRun' },
  },
  reopen: {
    ...ofDraft,
    own: async (scene) => ({ ...(await closedRun(scene)), reason: 'New terms' }),
    missing: () => ({ id: nowhere, reason: 'New terms' }),
    leaves: { action: 'create', entity: 'payRun' },
  },
  part: {
    answers: common,
    own: async (scene) => ({ ...(await draftOf(scene)), part: 'received' as const }),
    missing: () => ({ id: nowhere, part: 'received' as const }),
  },
  ofStatement: {
    answers: ofOneAgent,
    own: ({ me }) => ofStatement(me.agentId),
    others: ({ other }) => ofStatement(other.agentId),
    missing: () => ofStatement(nowhere),
  },
  partLines: {
    answers: alike,
    own: async (scene) => ({ ...(await draftOf(scene)), part: 'received' as const }),
    missing: () => ({ id: nowhere, part: 'received' as const }),
  },
  agents: { answers: alike, own: draftOf, missing },
  agent: {
    answers: ofOneAgent,
    own: (scene) => runOf(scene, scene.me.agentId),
    others: (scene) => runOf(scene, scene.other.agentId),
    missing: () => ({ id: nowhere, agentId: nowhere }),
  },
  lines: {
    answers: alike,
    own: (scene) => runOf(scene, scene.me.agentId),
    missing: () => ({ id: nowhere, agentId: nowhere }),
  },
  statement: {
    answers: ofOneAgent,
    leaves: { action: 'export', entity: 'payRunAgent' },
    own: (scene) => runOf(scene, scene.me.agentId),
    others: (scene) => runOf(scene, scene.other.agentId),
    missing: () => ({ id: nowhere, agentId: nowhere }),
  },
  journal: { answers: common, own: closedRun, missing },
}
