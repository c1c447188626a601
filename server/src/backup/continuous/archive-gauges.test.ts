import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { serverMetrics } from '../../platform/metrics/server-metrics.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { backupSecrets } from '../backup-secrets.ts'
import { archiveFile, archiveFiles } from './archive-files.ts'
import { dropSlots } from './archive-slot.ts'
import { archiveWal } from './archive-wal.ts'

const token = 'a-metrics-token-for-tests-0123456789-abcdef'

test('P-88 a new archive without a base backup reports no moment that can be restored, whatever the archive before it has', async () => {
  const folder = makeTestFolder('coverdesk archive gauges ')
  const agency = await startTestApp({ backupDir: folder, continuousBackup: true })
  const app = await buildApp(agency.services, { metrics: { of: serverMetrics(), token } })
  const reported = async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    return ['log_archived', 'last_base_backup'].filter((name) =>
      body.includes(`\ncoverdesk_${name}_timestamp_seconds `),
    )
  }
  try {
    await withConnection(agency.ownerUrl, 'archive', async (connection) => {
      const archive = () => archiveWal(connection, folder, backupSecrets(agency.services.config))
      const first = await archive()
      expect(await reported()).toEqual([])
      const [log] = await archiveFiles(first)
      if (!log) throw new Error('Nothing was archived')
      writeFileSync(join(first, archiveFile({ ...log, kind: 'base' }).name), 'its name says it all')
      await archive()
      expect(await reported()).toEqual(['log_archived', 'last_base_backup'])
      // The server had to give up the log.
      await dropSlots(connection)
      expect(await archive()).not.toBe(first)
      expect(readdirSync(join(folder, 'continuous'))).toHaveLength(2)
      expect(await reported()).toEqual([])
      await dropSlots(connection)
    })
  } finally {
    await app.close()
    await agency.close()
    await removeTestFolder(folder)
  }
})
