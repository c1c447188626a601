import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { locationFile } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { z } from 'zod'
import { BootFailure, hasCode } from '../runtime/boot-failure.ts'

const secret = z.string().min(32)
const random = () => randomBytes(32).toString('base64url')

/**
 * The secrets that the embedded default makes for itself; each is 32 random bytes in base64url. Those with a default came
 * with a later version: a folder from before has nothing yet that they protect.
 */
const Secrets = z.object({
  token: secret,
  databaseOwner: secret,
  databaseApp: secret,
  field: secret.default(random),
  audit: secret.default(random),
  backup: secret.default(random),
})
export type Secrets = z.infer<typeof Secrets>

/**
 * Reads `<dataDir>/secrets.json`, and makes it (mode 600) the first time. Two first starts at once end up with the
 * same secrets: the file appears whole by a hard link, and the loser reads the winner's.
 * Throws a BootFailure when the folder cannot be used, or the file cannot be read or is missing beside a database.
 */
export function loadSecretsFile(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  refuseMissing(file, dataDir)
  if (isOnReadOnlyDisk(dataDir))
    throw new BootFailure(
      `The disk under ${dataDir} is mounted read-only. Linux does so when a disk fails: look at it, mount it for writing, or set DATA_DIR to a folder on another disk. Nothing was changed.`,
    )
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    return readSecrets(file) ?? makeSecrets(file)
  } catch (error) {
    throw asBootFailure(error, dataDir)
  }
}

/** Fails if the data folder has a database but no secrets: new secrets could not open it. */
function refuseMissing(file: string, dataDir: string): void {
  const holdsDatabase = [join('postgres', 'PG_VERSION'), locationFile].some((name) => existsSync(join(dataDir, name)))
  if (!holdsDatabase || existsSync(file)) return
  throw new BootFailure(
    `secrets.json is missing in ${dataDir}, and nothing else opens the database there. Put it back from where you keep a copy, or set DATA_DIR to a new folder for a new database. Nothing was changed.`,
  )
}

function readSecrets(file: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  const secrets = Secrets.safeParse(parseJson(text))
  if (!secrets.success) {
    throw new BootFailure(
      `${file} is damaged. Put back the copy that you keep apart from the backups; without it neither the database of this folder nor a backup can be opened.`,
    )
  }
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  if (['field', 'audit', 'backup'].every((name) => text.includes(`"${name}"`))) return secrets.data
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, textOf(secrets.data), { mode: 0o600, flush: true })
  renameSync(draft, file)
  return secrets.data
}

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`

function makeSecrets(file: string): Secrets {
  const draft = `${file}.${process.pid}`
  const made: Secrets = {
    token: random(),
    field: random(),
    audit: random(),
    backup: random(),
    databaseOwner: random(),
    databaseApp: random(),
  }
  writeFileSync(draft, textOf(made), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return made
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return readSecrets(file) ?? made
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Also true for root, whom permissions do not stop. A folder that is not there yet lies where its parent does. */
function isOnReadOnlyDisk(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch (error) {
    const parent = dirname(folder)
    return hasCode(error, 'ENOENT') && parent !== folder ? isOnReadOnlyDisk(parent) : hasCode(error, 'EROFS')
  }
}

function asBootFailure(error: unknown, dataDir: string): unknown {
  if (hasCode(error, 'EACCES', 'EPERM', 'ENOENT')) {
    return new BootFailure(
      `The data folder ${dataDir} cannot be used by this user. Start Coverdesk as the folder's owner, or set DATA_DIR to a folder that you can write.`,
    )
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return new BootFailure(
      `The disk under ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
    )
  }
  if (hasCode(error, 'ENOTDIR', 'EEXIST')) {
    return new BootFailure(`${dataDir} is not a folder. Set DATA_DIR to a folder.`)
  }
  return error
}
