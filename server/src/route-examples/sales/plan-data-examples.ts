import { randomUUID } from 'node:crypto'
import type { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { makeFileWorld, networkFile } from '../../testing/plan-files.ts'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

let seed = 100

/** Another file each time: one that is in use is refused. */
const file = async () => ({
  bytes: Buffer.from([...networkFile(makeFileWorld({ seed: ++seed }))].join('')),
  type: 'text/csv',
  name: 'network-puf.csv',
})

async function runOf({ agency, me }: Scene, state: 'running' | 'loaded'): Promise<string> {
  const id = randomUUID()
  await agency.db
    .insertInto('import_runs')
    .values({ id, kind: 'plans', dry_run: false, state, stage: 'receiving', file_name: 'a.csv', started_by: me.userId })
    .execute()
  return id
}

async function loadOf({ agency, me }: Scene): Promise<number> {
  const { id } = await agency.db
    .insertInto('plan_loads')
    .values({
      run_id: randomUUID(),
      year: 2026,
      source: 'FFM',
      state: 'loaded',
      file_name: 'a.csv',
      loaded_by: me.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

export const planDataExamples: ExamplesOf<typeof planData> = {
  list: nothing,
  sets: nothing,
  upload: {
    answers: done,
    own: () => ({ year: 2027, source: 'FFM' }),
    file,
    leaves: { action: 'import', entity: 'plan data' },
  },
  run: {
    answers: common,
    own: async (scene) => ({ runId: await runOf(scene, 'loaded') }),
    missing: () => ({ runId: randomUUID() }),
  },
  stop: {
    answers: common,
    own: async (scene) => ({ runId: await runOf(scene, 'running') }),
    missing: () => ({ runId: randomUUID() }),
    leaves: { action: 'update', entity: 'import run' },
  },
  undo: {
    answers: common,
    own: async (scene) => ({ loadId: await loadOf(scene) }),
    missing: () => ({ loadId: nowhere }),
    leaves: { action: 'undo', entity: 'plan data' },
  },
}
