import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sharedFolder } from './database-binaries.ts'
import { DatabaseFailure } from './database-failure.ts'
import { canEnter, type DatabaseUser, databaseUser } from './database-user.ts'
import type { Product } from './product.ts'

/** Location and user of a database. All paths are resolved (no links). */
export type Place = {
  product: Product
  /** The cluster itself; may not exist yet, its parent does. */
  data: string
  /** A private folder for the unix socket, short enough for the operating system. */
  run: string
  log: string
  lock: string
  /** Reserve file for the database's recovery (P-79). */
  reserve: string
  user: DatabaseUser | undefined
}

/** File of a data folder that names the location of a database outside it. Installations have it, so the name stays. */
export const locationFile = 'postgres-lives-in'

/**
 * Resolves the location of the database: inside the data folder, or under the shared folder if root starts the server and
 * the database's user can't access the data folder. A file in the data folder then stores the location.
 */
export function resolveLocation(product: Product, dataDir: string, say: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const real = realpathSync(dataDir)
  const note = join(real, locationFile)
  const inside = join(real, 'postgres')
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined
  const data = noted ?? inside
  const user = databaseUser(product, data)
  if (noted) {
    mkdirSync(dirname(noted), { recursive: true, mode: 0o755 })
    say(`The database lives in ${noted}.`)
    return placeOf(product, data, user)
  }
  if (canEnter(user, real)) return placeOf(product, data, user)
  if (existsSync(inside)) {
    throw new DatabaseFailure(
      `The user ${user?.name} runs the database, but can no longer get to ${inside}. Open the folders above it (chmod o+x), or set ${product.folderSetting} to a folder that is open.`,
    )
  }
  const outside = join(sharedFolder(product), hashOf(real), 'postgres')
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 })
  writeFileSync(note, `${outside}\n`)
  say(`The user ${user?.name}, who runs the database, cannot get to ${real}; the database lives in ${outside}.`)
  return placeOf(product, outside, databaseUser(product, outside))
}

function placeOf(product: Product, data: string, user: DatabaseUser | undefined): Place {
  return {
    product,
    data,
    user,
    run: runFolder(product, data, user),
    log: `${data}.log`,
    lock: `${data}.lock`,
    reserve: `${data}.reserve`,
  }
}

/**
 * 107 bytes on Linux and 103 on macOS must hold the folder and `/.s.PGSQL.5432`, and a name we give it. Commas and quotes mean
 * something in the list of folders that PostgreSQL takes.
 */
const maxFolderLength = 85

function runFolder({ name }: Product, data: string, user: DatabaseUser | undefined): string {
  const beside = `${data}-run`
  if (Buffer.byteLength(beside) <= maxFolderLength && !/[\s,"]/.test(beside))
    return privateFolder(beside, user) ?? fallback()
  const base = user ? '/run' : tmpdir()
  const short = join(
    existsSync(base) ? base : tmpdir(),
    `${name}-${user?.uid ?? process.getuid?.() ?? 0}-${hashOf(data)}`,
  )
  return privateFolder(short, user) ?? fallback()

  function fallback(): string {
    const fresh = mkdtempSync(join('/tmp', `${name}-`))
    if (user) chownSync(fresh, user.uid, user.gid)
    return fresh
  }
}

/** Creates or reuses a folder private to the database's user; undefined when another user owns it. */
function privateFolder(folder: string, user: DatabaseUser | undefined): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const self = process.getuid?.()
  if (!found.isDirectory() || (found.uid !== self && found.uid !== user?.uid)) return undefined
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16)
}
