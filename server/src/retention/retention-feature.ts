import type { Feature } from '../feature.ts'
import { retentionJob } from './retention-job.ts'

export const retentionFeature: Feature = {
  jobs: ({ services: { db, config }, log }) => [retentionJob(db, config, log)],
}
