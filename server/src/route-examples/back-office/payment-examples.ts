import type { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { sql } from 'kysely'
import { type ExamplesOf, nothing, ofOneAgent, type Scene } from '../example.ts'
import { unique } from '../example-records.ts'

export const paymentExamples: ExamplesOf<typeof payments> = {
  list: nothing,
  download: {
    answers: ofOneAgent,
    leaves: { action: 'export', entity: 'payment' },
    own: async (scene) => ({ paymentNumber: await paymentOf(scene, scene.me.agentId) }),
    others: async (scene) => ({ paymentNumber: await paymentOf(scene, scene.other.agentId) }),
    missing: () => ({ paymentNumber: 'P9999999' }),
  },
}

/** The number of a payment to an agent, in its own batch. */
async function paymentOf({ agency }: Scene, agentId: number | null): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with batch as (insert into payment_batches (name) values (${unique('batch')}) returning id)
    insert into payments (batch_id, agent_id, type_id, month, amount) select id, ${agentId}, 3, '2026-03-01', 250 from batch
    returning payment_number as number`.execute(agency.db)
  return rows[0]?.number ?? ''
}
