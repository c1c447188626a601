import { createWriteStream } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type ClusterWriter, recoverCluster } from '@coverdesk/embedded-postgres/continuous/recover-cluster.ts'
import type { Part } from '@coverdesk/sealed-backup/parts.ts'
import { readHead } from '@coverdesk/sealed-backup/read-head.ts'
import { sealNow } from '../../audit/chain/seal-now.ts'
import { commandSource, writeAuditOn } from '../../platform/audit/audit.ts'
import type { Config } from '../../platform/config/config.ts'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { proveAuditSecretOn } from '../../platform/installation/audit-secret-check.ts'
import type { ObjectStore } from '../../platform/integrations/object-store.ts'
import { BootFailure } from '../../platform/runtime/boot-failure.ts'
import { proveFieldSecret } from '../../platform/secrets/prove-field-secret.ts'
import { fieldSealer } from '../../platform/secrets/sealed-field.ts'
import { openFolder, refuseFullDisk } from '../backup-folder.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import { type BackupSecrets, refuseOtherSecrets } from '../coverdesk-backup.ts'
import { withOffSite } from '../off-site/off-site-copies.ts'
import { resetAfterRestore } from '../reset-after-restore.ts'
import { type ArchiveFile, archiveFiles, parseArchiveNames, segmentBytes, selectFiles } from './archive-files.ts'
import { archiveFormat, readArchiveFile, readLogFile } from './archive-format.ts'
import { archivesFolder } from './archive-slot.ts'
import { offSiteArchives } from './copy-archive.ts'
import { coveredFile, parseCoveredNote, readCoveredNote } from './covered-note.ts'

type Settings = BackupSettings & Pick<Config, 'backupDir' | 'dataDir' | 'database' | 'offSite'>

/** Files of one archive that restore a moment. */
interface Chosen {
  folder: string
  base: ArchiveFile
  wal: ArchiveFile[]
}

/**
 * Creates the embedded database of an empty data folder as of `target`, or the last moment of the archive; `finishMoment`
 * completes it once it runs. Throws a BootFailure that names the first or last moment when it is not covered.
 */
export async function restoreMoment(
  config: Settings,
  target: Date | null,
  isOffSite: boolean,
  say: (line: string) => void,
): Promise<void> {
  const { database, dataDir, backupDir, offSite } = config
  if (database.kind === 'external')
    throw new BootFailure('Only an embedded database is restored to a moment; see docs/operations.md for your own.')
  const secrets = backupSecrets(config)
  if (isOffSite && !offSite) throw new BootFailure('Set BACKUP_S3_URL and the settings that belong to it.')
  if (isOffSite && offSite)
    await withOffSite(offSite, async (store) => await fetchArchives(store, secrets.backup, backupDir, target, say))
  const { folder, base, wal } = await choose(await localArchives(backupDir), target)
  refuseOtherSecrets((await readHead(archiveFormat, join(folder, base.name))).head, secrets)
  say(`Restoring ${base.name} and ${wal.length} pieces of the log from ${folder} …`)
  const fill = async (writer: ClusterWriter) => {
    const timeline = await readArchiveFile(join(folder, base.name), secrets, async (contents, parts) => {
      await refuseFullDisk(dataDir, contents.bytes + wal.length * segmentBytes, {
        what: 'The restored database',
        advice: 'Free some space, or set DATA_DIR to a folder on another disk.',
      })
      await writeFiles(writer, parts)
      return contents.timeline
    })
    for (const { name, from } of wal)
      await writer.wal({ timeline, segmentBytes, from }, await readLogFile(join(folder, name), secrets))
  }
  await recoverCluster({ product: databaseProduct, dataDir, database }, { fill, target }, say)
}

/**
 * Ends what was in progress at the restored moment and records the restore, before anything else runs on the database. `url` is the
 * owner's.
 */
export async function finishMoment(
  url: string,
  secrets: BackupSecrets,
  target: Date | null,
  say: (line: string) => void,
): Promise<void> {
  await withConnection(url, 'restore', async (connection) => {
    await connection.query('begin')
    await resetAfterRestore(connection)
    await proveAuditSecretOn(connection, secrets.audit)
    await writeAuditOn(connection, commandSource(secrets.audit), {
      action: 'import',
      entity: 'Backup',
      outcome: 'done',
      facts: { madeAt: target?.toISOString() ?? 'latest' },
    })
    await connection.query('commit')
  })
  await proveFieldSecret(url, fieldSealer(secrets.field, secrets.fieldEarlier))
  const newer = await migrate(url, undefined, say)
  if (newer.length > 0) say(`The database was brought up to date (${newer.length} migrations).`)
  await sealNow(url, secrets.audit)
}

interface Archive {
  folder: string
  files: ArchiveFile[]
  covered: Date | null
}

/** The archive with the newest base backup before the moment: that of the cluster that ran then. */
async function choose(archives: readonly Archive[], target: Date | null): Promise<Chosen> {
  const found = archives.map(({ folder, files, covered }) => ({ folder, ...selectFiles(files, target, covered) }))
  const whole = found.flatMap((selection) => ('base' in selection ? [selection] : []))
  const [newest] = whole.toSorted((a, b) => b.base.at.getTime() - a.base.at.getTime())
  if (newest) return newest
  const problems = found.flatMap((selection) => ('problem' in selection ? [selection.problem] : []))
  throw new BootFailure(
    problems.length > 0
      ? problems.join('\n')
      : 'There is no archive of the log. BACKUP_DIR must be that of the installation, or name --off-site.',
  )
}

async function localArchives(backupDir: string): Promise<Archive[]> {
  const root = archivesFolder(backupDir)
  const names = await readdir(root).catch((): string[] => [])
  return await Promise.all(
    names.map(async (name) => {
      const folder = join(root, name)
      const note = await readCoveredNote(folder)
      return { folder, files: await archiveFiles(folder), covered: note && new Date(note.until) }
    }),
  )
}

/** Copies the files that the moment needs from the bucket to where those of this machine are. */
async function fetchArchives(
  store: ObjectStore,
  backupSecret: string,
  backupDir: string,
  target: Date | null,
  say: (line: string) => void,
): Promise<void> {
  const root = offSiteArchives(backupSecret)
  const objects = new Map((await store.list(root)).map(({ key, bytes }) => [key.slice(root.length), bytes]))
  const folders = new Set([...objects.keys()].map((key) => key.split('/')[0] ?? ''))
  const archives: Archive[] = []
  for (const folder of folders) {
    const names = [...objects.keys()].flatMap((key) =>
      key.startsWith(`${folder}/`) ? [key.slice(folder.length + 1)] : [],
    )
    const note = names.includes(coveredFile)
      ? parseCoveredNote(await text(await store.get(`${root}${folder}/${coveredFile}`)))
      : null
    archives.push({ folder, files: parseArchiveNames(names), covered: note && new Date(note.until) })
  }
  const { folder, base, wal } = await choose(archives, target)
  const local = join(archivesFolder(backupDir), folder)
  await openFolder(local)
  const missing: { name: string; bytes: number }[] = []
  for (const { name } of [base, ...wal]) {
    const bytes = objects.get(`${folder}/${name}`) ?? 0
    const here = await stat(join(local, name)).catch(() => null)
    if (here?.size !== bytes) missing.push({ name, bytes })
  }
  await refuseFullDisk(
    local,
    missing.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  say(`Copying ${missing.length} files to ${local} …`)
  const names = [...missing.map(({ name }) => name), ...(objects.has(`${folder}/${coveredFile}`) ? [coveredFile] : [])]
  for (const name of names) {
    const draft = join(local, `${name}.part`)
    await pipeline(await store.get(`${root}${folder}/${name}`), createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, join(local, name))
  }
}

/** Writes the files of a base backup: a name, then its bytes. */
async function writeFiles(writer: ClusterWriter, parts: AsyncGenerator<Part>): Promise<void> {
  let { value: part, done } = await parts.next()
  while (!done && part) {
    const path = part.kind === 'table' ? part.bytes.toString('utf8') : ''
    if (!path) throw new BootFailure('The base backup does not begin with the name of a file.')
    const bytes = async function* () {
      for (
        { value: part, done } = await parts.next();
        !done && part.kind === 'rows';
        { value: part, done } = await parts.next()
      )
        yield Buffer.from(part.bytes)
    }
    if (path.endsWith('/')) {
      await writer.folder(path)
      for await (const _ of bytes());
    } else await writer.file(path, bytes())
  }
}
