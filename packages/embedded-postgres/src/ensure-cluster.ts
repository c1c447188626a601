import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './database-binaries.ts'
import { DatabaseFailure } from './database-failure.ts'
import type { Product } from './product.ts'
import type { Place } from './resolve-location.ts'

/**
 * Creates the cluster if missing, atomically by a rename. Throws a DatabaseFailure when creation fails or the folder contains a
 * database of another major version, which stays untouched.
 */
export async function ensureCluster(place: Place, binaries: Binaries, ownerPassword: string): Promise<boolean> {
  const version = join(place.data, 'PG_VERSION')
  if (existsSync(version)) {
    refuseOtherMajor(place, readFileSync(version, 'utf8').trim(), binaries.major)
    return false
  }
  if (existsSync(place.data) && readdirSync(place.data).length > 0) {
    throw new DatabaseFailure(
      `The folder ${place.data} holds files, but no database that can be read. Put it back from a backup, or move it away for a new one. Nothing was changed.`,
    )
  }
  const draft = `${place.data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (place.user) chownSync(draft, place.user.uid, place.user.gid)
  const passwordFile = join(place.run, 'password')
  try {
    writeFileSync(passwordFile, `${ownerPassword}\n`, { mode: 0o600 })
    if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid)
    await runInitdb(place, binaries, draft, passwordFile)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  appendFileSync(join(draft, 'postgresql.conf'), `\ninclude_if_exists = '${place.product.name}.conf'\n`)
  renameSync(draft, place.data)
  return true
}

function refuseOtherMajor({ data, product: { title, folderSetting } }: Place, found: string, ours: number): void {
  if (found === String(ours)) return
  const advice =
    Number(found) > ours
      ? `Start the newer version of ${title} that made it`
      : `Move its data with pg_dump of PostgreSQL ${found} into a new data folder`
  throw new DatabaseFailure(
    `The database in ${data} is of PostgreSQL ${found}, and this version of ${title} brings ${ours}. ${advice}, or set ${folderSetting} to another folder. Nothing was changed.`,
  )
}

/** The builtin locale sorts and compares the same on every machine, and lets plain indexes serve prefixes. */
const clusterOptions = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]

async function runInitdb(place: Place, { initdb }: Binaries, folder: string, passwordFile: string): Promise<void> {
  const names = [`--pgdata=${folder}`, `--username=${place.product.ownerRole}`, `--pwfile=${passwordFile}`]
  const child = spawn(initdb, [...names, ...clusterOptions], {
    cwd: '/',
    env: databaseEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  if ((await promise) !== 0) throw explainFailure(place.product, errors, `initdb, in ${dirname(folder)}`)
}

/** Clean environment for PostgreSQL, without our secrets and libpq settings. */
export function databaseEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
}

const fullDisk = /No space left on device|Disk quota exceeded/
/** Whether PostgreSQL's output contains the error, which need not be in its last line. */
export const isDiskFull = (output: string): boolean => fullDisk.test(output)

const inUse = /pre-existing shared memory block|lock file "postmaster.pid" already exists/
/** Whether the start failed because processes of an earlier run are still alive. */
export const isInUse = (output: string): boolean => inUse.test(output)

const explanations = ({ title, folderSetting, databaseSetting }: Product): [RegExp, string][] => [
  [
    inUse,
    'Processes of an earlier run still use it. Wait until they have ended; if they do not, stop them by hand or restart the machine.',
  ],
  [fullDisk, 'The disk is full. Free some space and start again; nothing that was saved is lost.'],
  [
    /Cannot allocate memory|could not map anonymous shared memory/,
    'The machine has too little free memory for the database. Stop other programs, and start again.',
  ],
  [/Read-only file system/, `The disk is read-only. Set ${folderSetting} to a folder that can be written.`],
  [
    /Permission denied|Operation not permitted|wrong ownership/,
    `The database may not use its folder. Start ${title} as the owner of the data folder, or set ${folderSetting} to a folder of your own.`,
  ],
  [
    /could not look up effective user ID/,
    `This user has no entry in the list of users (/etc/passwd), which PostgreSQL needs. Start as another user, or set ${databaseSetting}.`,
  ],
  [
    /incompatible with server|database files are incompatible/,
    `The data folder was made on another kind of machine or by another version. Set ${folderSetting} to another folder.`,
  ],
]

/** Converts PostgreSQL's last output to a message for the operator; the cause has the full text. */
export function explainFailure(product: Product, output: string, where: string): DatabaseFailure {
  const known = explanations(product).find(([pattern]) => pattern.test(output))?.[1]
  const lines = output.trim().split('\n')
  const last = (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').trim()
  return new DatabaseFailure(
    `The database did not start. ${known ?? 'See what it said.'} (${last || 'no message'}; ${where})`,
    {
      cause: new Error(output),
    },
  )
}
