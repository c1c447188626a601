import type { Feature } from '../feature.ts'
import { keptBackups } from './backup-folder.ts'
import { backupJob } from './backup-job.ts'

export const backupFeature: Feature = {
  jobs: ({ services: { config }, log }) => backupJob(config, log),
  gauges: [
    {
      name: 'last_backup_timestamp_seconds',
      help: 'When the newest backup in BACKUP_DIR was made; absent without one.',
      read: async ({ config }) => {
        const [newest] = await keptBackups(config.backupDir)
        return newest ? [{ value: newest.madeAt.getTime() / 1000 }] : []
      },
    },
  ],
}
