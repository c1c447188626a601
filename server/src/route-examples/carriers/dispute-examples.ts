import type { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { sql } from 'kysely'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, varianceOf } from '../example-records.ts'

/** A dispute of one variance. */
async function disputeOf({ agency, me }: Scene): Promise<number> {
  const variance = await varianceOf(agency, me)
  const { rows } = await sql<{ id: number }>`
    with dispute as (
      insert into disputes (carrier_id, items, stake)
      select carrier_id, 1, stake from variances where id = ${variance} returning id),
    item as (
      insert into dispute_items (dispute_id, variance_id, policy_number, insured_name, month, class, reason, expected, received,
        stake, evidence)
      select d.id, v.id, v.policy_number, v.insured_name, v.month, v.class, v.reason, v.expected, v.received, v.stake, 'Paid: no line.'
      from dispute d, variances v where v.id = ${variance})
    select id from dispute`.execute(agency.db)
  return rows[0]?.id ?? nowhere
}

const each = <More extends object>(more: More) => ({
  answers: common,
  own: async (scene: Scene) => ({ id: await disputeOf(scene), ...more }),
  missing: () => ({ id: nowhere, ...more }),
})
const chosen = async ({ agency, me }: Scene) => ({ ids: [await varianceOf(agency, me)] })
const update = { action: 'update', entity: 'dispute' }

export const disputeExamples: ExamplesOf<typeof disputes> = {
  list: nothing,
  one: each({}),
  preview: { answers: done, own: chosen },
  create: { answers: done, own: chosen, leaves: { action: 'create', entity: 'dispute' } },
  items: {
    answers: common,
    own: async (scene) => ({ disputeId: await disputeOf(scene) }),
    missing: () => ({ disputeId: nowhere }),
  },
  markSent: { ...each({ version: 1, sentOn: '2026-10-05', sentTo: 'broker@carrier.test' }), leaves: update },
  email: { ...each({ version: 1, to: 'broker@carrier.test', message: 'Please pay these months.' }), leaves: update },
  delivery: each({}),
  decide: {
    ...each({ version: 1, outcome: 'denied' as const, decidedOn: '2026-10-20', comment: 'Too late' }),
    leaves: update,
  },
  history: each({}),
}
