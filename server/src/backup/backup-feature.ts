import type { Feature } from '../feature.ts'
import { backupJob } from './backup-job.ts'

export const backupFeature: Feature = { jobs: ({ services: { config }, log }) => backupJob(config, log) }
