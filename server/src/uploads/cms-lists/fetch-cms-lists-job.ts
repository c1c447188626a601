import { type CmsFileKind, cmsFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { recordAlerts } from '../../alerts/raise-alerts.ts'
import type { JobParts } from '../../feature.ts'
import { commandSource } from '../../platform/audit/audit.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import { type FetchParts, fetchCmsList } from './fetch-cms-list.ts'
import { type ClaimedFetch, claimFetch, finishFetch, releaseClaim } from './list-fetches.ts'

/** A screen may ask for a fetch at any time. */
const everyMs = 5_000
const limits = { answerMs: 30_000, idleMs: 60_000, totalMs: 30 * 60_000 }
const words = { registrations: 'registration', terminations: 'termination' } as const satisfies Record<
  CmsFileKind,
  string
>

/** Fetches each of CMS's lists with an address once a night, on one node. A failure is tried again, and shown and alerted. */
export function fetchCmsListsJob({ services, log }: Pick<JobParts, 'services' | 'log'>): Job[] {
  const { cmsLists } = services.config
  if (cmsFileKinds.every((kind) => cmsLists[kind] === null)) return []
  const failure = { category: 'Uploads', sentence: 'CMS’s lists could not be fetched' } as const
  const run = (signal: AbortSignal) => fetchDueLists({ services, log }, signal)
  return [{ name: 'uploads.fetch-cms-lists', everyMs, firstAfterMs: everyMs, failure, run }]
}

/** Fetches the lists that are due now. */
export async function fetchDueLists(
  { services, log }: Pick<JobParts, 'services' | 'log'>,
  signal: AbortSignal,
  fetchLimits: FetchParts['limits'] = limits,
): Promise<void> {
  const { db, config, databaseUrl } = services
  const audit = commandSource(config.auditSecret)
  const importLog = {
    info: (_facts: unknown, sentence?: string) => log.note('Uploads', sentence ?? ''),
    warn: (_facts: unknown, sentence?: string) => log.failed('Uploads', {}, sentence ?? ''),
  }
  for (const kind of cmsFileKinds) {
    const address = config.cmsLists[kind]
    const claim = address === null ? null : await claimFetch(db, kind, address, services.now())
    if (claim === null) continue
    try {
      const result = await fetchCmsList({ db, databaseUrl, audit, log: importLog, limits: fetchLimits }, claim, signal)
      const { isAlert } = await finishFetch(db, audit, claim, result, services.now())
      const sentence = `CMS’s ${words[kind]} list: ${result.message}`
      if (result.outcome === 'failed') log.failed('Uploads', { err: result.cause }, sentence)
      else log.note('Uploads', sentence)
      if (isAlert) await alert(services, claim, result.message)
    } catch (error) {
      await releaseClaim(db, kind).catch(() => undefined)
      if (!signal.aborted) throw error
    }
  }
}

async function alert(
  services: JobParts['services'],
  { kind }: Pick<ClaimedFetch, 'kind'>,
  details: string,
): Promise<void> {
  const facts = { userId: null, address: null, times: 0, records: 0, details }
  await recordAlerts(services.db, services, [{ kind: `${words[kind]}-list`, ...facts }])
}
