import type { lists } from '@coverdesk/domain/lookups/list-contract.ts'
import { sql } from 'kysely'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const list = 'sources' as const
const update = { action: 'update', entity: 'list-value' }

async function sourceOf({ agency }: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into lookup_values (list, id, name, position, fixed)
    select 'generic.4', max(id) + 1, ${unique('source')}, max(position) + 1, false from lookup_values where list = 'generic.4'
    returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}

export const listExamples: ExamplesOf<typeof lists> = {
  all: nothing,
  one: {
    answers: common,
    own: async (scene) => ({ list, id: await sourceOf(scene) }),
    missing: () => ({ list, id: nowhere }),
  },
  add: {
    answers: done,
    own: () => ({ list, name: unique('source') }),
    leaves: { action: 'create', entity: 'list-value' },
  },
  edit: {
    answers: common,
    own: async (scene) => ({ list, id: await sourceOf(scene), version: 1, name: unique('source'), active: true }),
    missing: () => ({ list, id: nowhere, version: 1, name: unique('source'), active: true }),
    leaves: update,
  },
  // A list that no other example changes, because the order names all its values.
  order: {
    answers: done,
    own: async ({ agency }) => {
      const { rows } = await sql<{ id: number }>`
        select id from lookup_values where list = 'generic.2' order by position desc`.execute(agency.db)
      return { list: 'locations' as const, ids: rows.map(({ id }) => id) }
    },
    leaves: { action: 'update', entity: 'list' },
  },
  merge: {
    answers: common,
    own: async (scene) => ({
      list,
      id: await sourceOf(scene),
      otherId: await sourceOf(scene),
      version: 1,
      otherVersion: 1,
    }),
    missing: async (scene) => ({ list, id: await sourceOf(scene), otherId: nowhere, version: 1, otherVersion: 1 }),
    leaves: update,
  },
}
