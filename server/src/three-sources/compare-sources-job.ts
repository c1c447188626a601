import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import { compareSources } from './compare-sources.ts'

const everyMs = 15_000

/** Compares the sources soon after one of them changed: within a minute, and not in the transaction of a load. */
export function compareSourcesJob(db: Db): Job {
  return {
    name: 'three-sources.compare',
    everyMs,
    failure: { category: 'Uploads', sentence: 'The three sources could not be compared' },
    run: () => compareSources(db),
  }
}
