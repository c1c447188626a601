import type { threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { sql } from 'kysely'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { lineOf, nowhere } from '../example-records.ts'

/** A line of the agent's statement that no other source has. */
async function unitOf({ agency, me }: Scene): Promise<number> {
  const line = await lineOf(agency, me)
  const { rows } = await sql<{ id: number }>`
    insert into source_units (month, key, carrier_id, line_id, agent_id, class, in_exchange, in_book, paid, stake, insured_name, search_name,
      sort_name)
    select month, 'l' || id, carrier_id, id, agent_id, 'statement only', false, false, amount, 0, 'Ida Case', 'ida case', 'case ida'
    from commission_lines where id = ${line} returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

export const sourceExamples: ExamplesOf<typeof threeSources> = {
  list: nothing,
  summary: nothing,
  one: {
    answers: common,
    own: async (scene) => ({ id: await unitOf(scene) }),
    missing: () => ({ id: nowhere }),
  },
  review: {
    answers: common,
    own: async (scene) => ({ id: await unitOf(scene), class: 'statement only', note: 'Asked the carrier' }),
    missing: () => ({ id: nowhere, class: 'statement only' }),
    leaves: { action: 'update', entity: 'source unit' },
  },
  reopen: {
    answers: common,
    own: async (scene) => ({ id: await unitOf(scene) }),
    missing: () => ({ id: nowhere }),
    leaves: { action: 'update', entity: 'source unit' },
  },
}
