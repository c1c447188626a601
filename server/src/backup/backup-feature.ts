import type { Feature } from '../feature.ts'
import { keptBackups, newestBackup } from './backup-folder.ts'
import { backupJob } from './backup-job.ts'
import { archiveJobs } from './continuous/archive-jobs.ts'
import { archivesFolder } from './continuous/archive-slot.ts'
import { currentCovered } from './continuous/covered-note.ts'
import { backupAlerts } from './failures/backup-alerts.ts'
import { offSiteJob } from './off-site/off-site-job.ts'
import { readOffSiteNote } from './off-site/off-site-note.ts'
import { readProofNote } from './proof-note.ts'
import { proveJob } from './prove-job.ts'

export const backupFeature: Feature = {
  jobs: ({ services: { db, config, ...services }, log }) => {
    const alert = backupAlerts(db, { config, ...services }, log)
    return [
      ...backupJob(config, log, alert),
      ...archiveJobs(config, log, alert),
      ...offSiteJob(config, log, alert),
      ...proveJob(config, log, alert),
    ]
  },
  gauges: [
    {
      name: 'last_backup_timestamp_seconds',
      help: 'When the newest backup in BACKUP_DIR was made; absent without one.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const newest = newestBackup(await keptBackups(config.backupDir))
        return newest ? [{ value: newest.madeAt.getTime() / 1000 }] : []
      },
    },
    {
      name: 'last_off_site_backup_timestamp_seconds',
      help: 'When the newest backup at the off-site target was made; absent without one.',
      withoutDatabase: true,
      read: async ({ config: { offSite, backupDir } }) => {
        const note = offSite && (await readOffSiteNote(backupDir))
        return note?.bucket === offSite?.bucket && note ? [{ value: Date.parse(note.madeAt) / 1000 }] : []
      },
    },
    {
      name: 'log_archived_timestamp_seconds',
      help: 'Until when the embedded database can be restored from BACKUP_DIR to any moment; absent without BACKUP_CONTINUOUS, and while no base backup leads there.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const note = config.continuousBackup ? await currentCovered(archivesFolder(config.backupDir)) : null
        return note?.base ? [{ value: Date.parse(note.until) / 1000 }] : []
      },
    },
    {
      name: 'off_site_log_archived_timestamp_seconds',
      help: 'The same from the off-site target; absent without one, and while no base backup there leads there.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const note =
          config.continuousBackup && config.offSite ? await currentCovered(archivesFolder(config.backupDir)) : null
        return note?.offSite ? [{ value: Date.parse(note.offSite) / 1000 }] : []
      },
    },
    {
      name: 'last_base_backup_timestamp_seconds',
      help: 'When the base backup was made from which the log is restored now; absent without one.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const note = config.continuousBackup ? await currentCovered(archivesFolder(config.backupDir)) : null
        return note?.base ? [{ value: Date.parse(note.base) / 1000 }] : []
      },
    },
    {
      name: 'last_backup_proof_timestamp_seconds',
      help: 'When a backup of BACKUP_DIR was last restored into a throw-away database and proven; absent before.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const note = await readProofNote(config.backupDir)
        return note?.provenAt ? [{ value: Date.parse(note.provenAt) / 1000 }] : []
      },
    },
    {
      name: 'last_archive_proof_timestamp_seconds',
      help: 'When the base backup with the archive of the log was last restored to a moment and proven; absent before.',
      withoutDatabase: true,
      read: async ({ config }) => {
        const note = config.continuousBackup ? await readProofNote(config.backupDir, 'archive') : null
        return note?.provenAt ? [{ value: Date.parse(note.provenAt) / 1000 }] : []
      },
    },
  ],
}
