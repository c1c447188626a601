import { randomBytes, randomUUID } from 'node:crypto'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { sql } from 'kysely'
import { insertAgent } from '../../agents/test-agents.ts'
import { common, done, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere } from '../example-records.ts'

const npn = '88000001'

/** A file of one contract of an agent with this NPN. */
const file = async () => ({
  bytes: Buffer.from(`Agent NPN,Part,Start date\n${npn},70 %,01/01/2026\n`),
  type: 'text/csv',
  name: 'contracts.csv',
})
const ofAgent = async ({ agency }: Pick<Scene, 'agency'>) => {
  const { rows } = await sql`select from agents where npn = ${npn}`.execute(agency.db)
  if (rows.length === 0) await insertAgent(agency, 'Ida Filed', npn)
  return { kind: 'contracts' as const }
}
const upload = { answers: done, own: ofAgent, file }
const missingRun = () => ({ runId: randomUUID() })
const run = (state: string) => ({
  answers: common,
  own: async (scene: Scene) => ({ runId: await runOf(scene, state) }),
  missing: missingRun,
})

export const termFileExamples: ExamplesOf<typeof termFiles> = {
  load: { ...upload, leaves: { action: 'import', entity: 'contracts' } },
  check: upload,
  run: run('loaded'),
  stop: { ...run('running'), leaves: { action: 'update', entity: 'import run' } },
  checkedRows: {
    answers: common,
    own: async (scene) => ({ runId: await checkedRun(scene), outcome: 'new' as const }),
    missing: () => ({ ...missingRun(), outcome: 'new' as const }),
  },
  refusals: run('refused'),
  batches: nothing,
  undo: {
    answers: common,
    own: async (scene) => ({ batchId: await batchOf(scene) }),
    missing: () => ({ batchId: nowhere }),
    leaves: { action: 'undo', entity: 'contracts' },
  },
}

async function runOf({ agency, me }: Scene, state: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into import_runs (id, kind, dry_run, state, stage, file_name, started_by)
    values (${id}, ${state === 'running' ? 'uplines' : 'contracts'}, false, ${state}, 'receiving', 'terms.csv', ${me.userId})`.execute(
    agency.db,
  )
  return id
}

async function batchOf(scene: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_batches (run_id, kind, file_name, file_hash, bytes, rows_read, rows_new, rows_changed, rows_unchanged,
      rows_missing, rows_refused, loaded_by)
    select id, kind, file_name, ${randomBytes(32)}, 0, 0, 0, 0, 0, 0, 0, started_by from import_runs
    where id = ${await runOf(scene, 'loaded')} returning id`.execute(scene.agency.db)
  return rows[0]?.id ?? 0
}

/** A dry run through the API, as a user who may change terms. */
async function checkedRun(scene: Scene): Promise<string> {
  const clerk = await scene.agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const { bytes, ...rest } = await file()
  return (await clerk.call(termFiles.check, await ofAgent(scene), { text: bytes, ...rest })).id
}
