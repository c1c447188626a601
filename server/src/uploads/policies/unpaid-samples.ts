import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv } from './upload-samples.ts'

/** A policy row of a carrier file; defaults describe a paying client. */
export interface PolicyFields {
  number: string
  name?: string
  status?: string
  paid?: string
  term?: string
  npn?: string
  members?: number
  effective?: string
  responsibility?: string
}

/** Test app with two agents, their owner, and an administrator who uploads files. */
export async function startUnpaidApp(settings: Parameters<typeof startTestApp>[0] = {}) {
  const agency = await startTestApp(settings)
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
  const admin = await createUploader(agency)
  const claims = ['view.Policy']
  const [ana, luis] = [
    await agency.person({ roles: ['agent'], claims, npn: '19984127' }),
    await agency.person({ roles: ['agent'], claims, npn: '20417733' }),
  ]
  const owner = await agency.person({ roles: ['agent'], claims: ['admin.Policy'], fullAccess: true })
  return { agency, admin, ana, luis, owner }
}

const headings = [
  'PolicyNumber',
  'FirstName',
  'LastName',
  'Status',
  'PaidThroughDate',
  'TermDate',
  'AgentNPN',
  'NumberOfMembers',
  'EffectiveDate',
  'MemberResponsibility',
  'State',
]

/** Uploads a carrier's policies for a month of 2026. */
export async function uploadPolicies(
  admin: Person,
  { carrierId, month, year = 2026 }: { carrierId: number; month: number; year?: number },
  policies: readonly PolicyFields[],
): Promise<ImportRun> {
  const rows = policies.map(({ number, name = 'Rosa Ledesma', ...policy }) => [
    number,
    name.split(' ')[0] ?? '',
    name.split(' ')[1] ?? '',
    policy.status ?? 'Active',
    policy.paid ?? '12/31/2026',
    policy.term ?? '12/31/9999',
    policy.npn ?? '19984127',
    policy.members ?? 2,
    policy.effective ?? '01/01/2026',
    policy.responsibility ?? '40.00',
    'FL',
  ])
  const run = await admin.call(
    uploads.process,
    { carrierId, month, year },
    { text: csv([headings, ...rows]), name: 'policies.csv' },
  )
  if (run.state !== 'loaded') throw new Error(`Not loaded: ${run.message}`)
  return run
}

let carriers = 0
/** A carrier used by no other test. */
export async function newCarrier(agency: TestApp): Promise<{ id: number; name: string }> {
  // Sorted by name as they are made.
  const name = `Followed ${String(++carriers).padStart(3, '0')}`
  return { id: await agency.carrier(name), name }
}
