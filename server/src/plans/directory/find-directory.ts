import type { DirectoryKind } from '@coverdesk/domain/plans/directory-contract.ts'
import { withTimeout } from '../../marketplace/exchange/exchange-requests.ts'
import type { Call } from '../../platform/http/http-call.ts'
import type { PlanDirectory } from '../../platform/integrations/plan-directory.ts'
import { findPlanFiles } from '../files/find-plan-files.ts'
import { isOnHealthCareGov } from '../find-plan-source.ts'
import { fileDirectory } from './file-directory.ts'

type Where = { year: number; state: string }

/**
 * Doctors and drugs of the plans that `findPlanSource` offers in a year and state: of the Marketplace API, of the files of
 * insurers, or of the exchange. While the API does not answer, the files do.
 */
export async function findDirectory(
  { db, services }: Pick<Call, 'db' | 'services'>,
  { year, state }: Where,
): Promise<PlanDirectory> {
  const { cmsPlans, exchange } = services
  const files = fileDirectory(db)
  if (cmsPlans && isOnHealthCareGov(state, year)) return orFiles(cmsPlans.directory, files)
  if (cmsPlans || !exchange.directory) return files
  return (await findPlanFiles(db, year, state)).plans === undefined ? exchange.directory : files
}

/** What a list of plans can say about doctors and drugs. */
export async function directoryOf(
  call: Pick<Call, 'db' | 'services'>,
  { year, place }: { year: number; place: { state: string } | null },
): Promise<Record<DirectoryKind, boolean>> {
  if (!place) return { providers: false, drugs: false }
  const where = { year, state: place.state }
  return await (await findDirectory(call, where)).has(where)
}

function orFiles(api: PlanDirectory, files: PlanDirectory): PlanDirectory {
  const either = async <Answer>(
    where: Where,
    ask: (directory: PlanDirectory, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await withTimeout((signal) => ask(api, signal))
    } catch (error) {
      const { providers, drugs } = await files.has(where)
      if (!providers && !drugs) throw error
      return await withTimeout((signal) => ask(files, signal))
    }
  }
  return {
    has: api.has,
    search: (question) => either(question, (directory, signal) => directory.search(question, signal)),
    coverage: (question) => either(question, (directory, signal) => directory.coverage(question, signal)),
  }
}
