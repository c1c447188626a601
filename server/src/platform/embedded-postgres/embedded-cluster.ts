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
import { BootFailure } from '../runtime/boot-failure.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { Place } from './embedded-place.ts'

/** Owner of the database: superuser of the embedded cluster, used for migrations only. */
export const ownerRole = 'coverdesk_owner'

/**
 * Creates the cluster if missing, atomically by a rename. Throws a BootFailure when creation fails or the folder contains a
 * database of another major version, which stays untouched.
 */
export async function ensureCluster(place: Place, binaries: Binaries, ownerPassword: string): Promise<boolean> {
  const version = join(place.data, 'PG_VERSION')
  if (existsSync(version)) {
    refuseOtherMajor(place.data, readFileSync(version, 'utf8').trim(), binaries.major)
    return false
  }
  if (existsSync(place.data) && readdirSync(place.data).length > 0) {
    throw new BootFailure(
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
  appendFileSync(join(draft, 'postgresql.conf'), "\ninclude_if_exists = 'coverdesk.conf'\n")
  renameSync(draft, place.data)
  return true
}

function refuseOtherMajor(folder: string, found: string, ours: number): void {
  if (found === String(ours)) return
  const advice =
    Number(found) > ours
      ? 'Start the newer version of Coverdesk that made it'
      : `Move its data with pg_dump of PostgreSQL ${found} into a new data folder`
  throw new BootFailure(
    `The database in ${folder} is of PostgreSQL ${found}, and this version of Coverdesk brings ${ours}. ${advice}, or set DATA_DIR to another folder. Nothing was changed.`,
  )
}

/** The builtin locale sorts and compares the same on every machine, and lets plain indexes serve prefixes. */
const clusterOptions = [
  `--username=${ownerRole}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]

async function runInitdb(place: Place, { initdb }: Binaries, folder: string, passwordFile: string): Promise<void> {
  const child = spawn(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...clusterOptions], {
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
  if ((await promise) !== 0) throw explainFailure(errors, `initdb, in ${dirname(folder)}`)
}

/** Clean environment for PostgreSQL, without our secrets and libpq settings. */
export function databaseEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
}

const fullDisk = /No space left on device|Disk quota exceeded/
/** True when PostgreSQL said so; it may say much after it, as it ends when it cannot write its log of changes. */
export const saysDiskFull = (said: string): boolean => fullDisk.test(said)

const inUse = /pre-existing shared memory block|lock file "postmaster.pid" already exists/
/** Whether the start failed because processes of an earlier run are still alive. */
export const saysInUse = (said: string): boolean => inUse.test(said)

const explanations: [RegExp, string][] = [
  [
    inUse,
    'Processes of an earlier run still use it. Wait until they have ended; if they do not, stop them by hand or restart the machine.',
  ],
  [fullDisk, 'The disk is full. Free some space and start again; nothing that was saved is lost.'],
  [
    /Cannot allocate memory|could not map anonymous shared memory/,
    'The machine has too little free memory for the database. Stop other programs, and start again.',
  ],
  [/Read-only file system/, 'The disk is read-only. Set DATA_DIR to a folder that can be written.'],
  [
    /Permission denied|Operation not permitted|wrong ownership/,
    'The database may not use its folder. Start Coverdesk as the owner of the data folder, or set DATA_DIR to a folder of your own.',
  ],
  [
    /could not look up effective user ID/,
    'This user has no entry in the list of users (/etc/passwd), which PostgreSQL needs. Start as another user, or set DATABASE_URL.',
  ],
  [
    /incompatible with server|database files are incompatible/,
    'The data folder was made on another kind of machine or by another version. Set DATA_DIR to another folder.',
  ],
]

/** Converts PostgreSQL's last output to a message for the operator; the cause has the full text. */
export function explainFailure(said: string, where: string): BootFailure {
  const known = explanations.find(([pattern]) => pattern.test(said))?.[1]
  const lines = said.trim().split('\n')
  const last = (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').trim()
  return new BootFailure(
    `The database did not start. ${known ?? 'See what it said.'} (${last || 'no message'}; ${where})`,
    {
      cause: new Error(said),
    },
  )
}
