import { randomBytes, randomUUID } from 'node:crypto'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { csv, headings, policyRows } from '../../uploads/policies/upload-samples.ts'
import { common, type ExamplesOf, nothing, type Scene } from '../example.ts'
import { nowhere, unique } from '../example-records.ts'

const month = { month: 3, year: 2026 }
const file = async () => ({
  bytes: Buffer.from(csv([headings, ...policyRows(1, 2)])),
  type: 'text/csv',
  name: 'book.csv',
})
const upload = {
  own: async ({ agency }: Scene) => ({ carrierId: await agency.carrier(unique('carrier')), ...month }),
  missing: () => ({ carrierId: nowhere, ...month }),
  file,
}
const missingRun = () => ({ runId: randomUUID() })
const batch = {
  own: async (scene: Scene) => ({ batchId: await batchOf(scene) }),
  missing: () => ({ batchId: nowhere }),
}
const profileOfCarrier = {
  headings: {},
  values: {},
  dateOrder: 'MDY' as const,
  openEndDates: [],
  stripSuffixes: [],
}

export const uploadExamples: ExamplesOf<typeof uploads> = {
  carriers: nothing,
  process: { answers: common, ...upload, leaves: { action: 'import', entity: 'policies' } },
  check: { answers: common, ...upload },
  run: { answers: common, own: async (scene) => ({ runId: await runOf(scene, 'loaded') }), missing: missingRun },
  running: nothing,
  stop: {
    answers: common,
    own: async (scene) => ({ runId: await runOf(scene, 'running') }),
    missing: missingRun,
    leaves: { action: 'update', entity: 'import run' },
  },
  checkedRows: {
    answers: common,
    own: async (scene) => ({ runId: await checkedRun(scene), outcome: 'new' as const }),
    missing: () => ({ ...missingRun(), outcome: 'new' as const }),
  },
  refusals: { answers: common, own: async (scene) => ({ runId: await runOf(scene, 'refused') }), missing: missingRun },
  batches: nothing,
  batchRefusals: { answers: common, ...batch },
  undoObstacle: { answers: common, ...batch },
  undo: { answers: common, ...batch, leaves: { action: 'undo', entity: 'policies' } },
  profile: {
    answers: common,
    own: async ({ agency }) => ({ carrierId: await agency.carrier(unique('carrier')) }),
    missing: () => ({ carrierId: nowhere }),
  },
  saveProfile: {
    answers: common,
    own: async ({ agency }) => ({
      carrierId: await agency.carrier(unique('carrier')),
      version: 0,
      profile: profileOfCarrier,
    }),
    missing: () => ({ carrierId: nowhere, version: 0, profile: profileOfCarrier }),
    leaves: { action: 'update', entity: 'carrier profile' },
  },
}

async function runOf({ agency, me }: Scene, state: string): Promise<string> {
  const carrierId = await agency.carrier(unique('carrier'))
  const id = randomUUID()
  await sql`
    insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, started_by)
    values (${id}, 'policies', false, ${state}, 'receiving', ${carrierId}, '2026-03-01', 'book.csv', ${me.userId})`.execute(
    agency.db,
  )
  return id
}

async function batchOf(scene: Scene): Promise<number> {
  const runId = await runOf(scene, 'loaded')
  const { rows } = await sql<{ id: number }>`
    insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, rows_read, rows_new,
      rows_changed, rows_unchanged, rows_missing, rows_refused, loaded_by)
    select id, kind, carrier_id, month, file_name, ${randomBytes(32)}, 0, 0, 0, 0, 0, 0, 0, started_by from import_runs
    where id = ${runId} returning id`.execute(scene.agency.db)
  return rows[0]?.id ?? 0
}

/** A dry run through the API, as a user who can upload files. */
async function checkedRun({ agency }: Scene): Promise<string> {
  const clerk = await agency.person({ roles: ['administrator'], claims: ['admin.UploadFile'] })
  const carrierId = await agency.carrier(unique('carrier'))
  const { bytes, ...rest } = await file()
  return (await clerk.call(uploads.check, { carrierId, ...month }, { text: bytes, ...rest })).id
}
