import type { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { sql } from 'kysely'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { lineOf, nowhere } from '../example-records.ts'

const each = {
  answers: common,
  own: async ({ agency, me }: Scene) => ({ id: await lineOf(agency, me) }),
  missing: () => ({ id: nowhere }),
}

/** A policy of a line's carrier. */
async function policyFor({ agency }: Scene, line: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into policies (carrier_id, policy_number, first_name, last_name)
    select carrier_id, 'P' || id, 'Ida', 'Case' from commission_lines where id = ${line} returning id`.execute(
    agency.db,
  )
  return rows[0]?.id ?? 0
}

export const exceptionExamples: ExamplesOf<typeof exceptions> = {
  list: nothing,
  summary: nothing,
  one: each,
  resolve: {
    answers: common,
    own: async (scene) => {
      const id = await lineOf(scene.agency, scene.me)
      return { id, policyId: await policyFor(scene, id) }
    },
    missing: () => ({ id: nowhere, policyId: nowhere }),
    leaves: { action: 'update', entity: 'exception' },
  },
  ignore: {
    answers: done,
    own: async ({ agency, me }) => ({ ids: [await lineOf(agency, me)], reason: 'Not our agency' }),
    leaves: { action: 'update', entity: 'exception' },
  },
  undo: {
    answers: common,
    own: async ({ agency, me }) => {
      const id = await lineOf(agency, me)
      await sql`
        insert into line_resolutions (carrier_id, number_key, name_key, policy_number, insured_name, ignored)
        select carrier_id, policy_number_key(policy_number), line_name_key(insured_name), policy_number, insured_name, 'Not ours'
        from commission_lines where id = ${id}`.execute(agency.db)
      await sql`update commission_lines set matched_by = 'ignored' where id = ${id}`.execute(agency.db)
      return { id }
    },
    missing: () => ({ id: nowhere }),
    leaves: { action: 'undo', entity: 'exception' },
  },
}
