import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './database-binaries.ts'
import { DatabaseFailure, hasCode } from './database-failure.ts'
import { databaseEnvironment, explainFailure, isInUse } from './ensure-cluster.ts'
import type { Product } from './product.ts'
import type { Place } from './resolve-location.ts'

/** Database process that accepts connections. `ended` resolves when it exits for any reason. */
export type RunningServer = { child: ChildProcess; ended: Promise<void> }

/** Another process still holds the shared memory or the lock file of this database. */
export class DatabaseInUse extends DatabaseFailure {}

/**
 * Starts PostgreSQL and waits until it takes connections. It runs in a session of its own, so that Ctrl-C reaches only
 * us and we can finish requests before we stop it. Throws a DatabaseFailure in words when it ends instead: a DatabaseInUse when
 * that may pass by itself.
 */
export async function startServer(
  place: Place,
  binaries: Binaries,
  options: string[],
  ownerUrl: string,
  say: (line: string) => void,
): Promise<RunningServer> {
  const log = openLog(place.log)
  const from = fstatSync(log).size
  const child = spawn(binaries.postgres, ['-D', place.data, ...options], {
    cwd: '/',
    detached: true,
    env: databaseEnvironment(),
    stdio: ['ignore', log, log],
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  })
  closeSync(log)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.on('error', () => resolve()).on('exit', () => resolve())
  const exited = ended.then(() => {
    const output = readFileSync(place.log).subarray(from).toString('utf8')
    const failure = explainFailure(place.product, output, `its log is ${place.log}`)
    throw isInUse(output) ? new DatabaseInUse(failure.message, { cause: failure.cause }) : failure
  })
  const over = new AbortController()
  try {
    await Promise.race([ready(place.product, ownerUrl, say, over.signal), exited])
    return { child, ended }
  } catch (error) {
    over.abort()
    await stopServer({ child, ended })
    throw error
  }
}

/** Stops a server cleanly, and after 20 s without a checkpoint, which loses no data. */
export async function stopServer({ child, ended }: RunningServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await ended
  clearTimeout(late)
}

const maxLogBytes = 10 * 2 ** 20

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) truncateSync(file)
  return openSync(file, 'a', 0o600)
}

/**
 * Tries to connect until it works. A database that reads its log after a crash says 57P03 until it is done; each try costs it
 * a process, so they get rarer. Ends without a result when `over` is aborted.
 */
async function ready(
  product: Product,
  ownerUrl: string,
  say: (line: string) => void,
  over: AbortSignal,
): Promise<void> {
  const slow = setTimeout(() => say('The database repairs itself after the last stop; this can take a minute.'), 3_000)
  try {
    for (let pause = 20; !over.aborted; pause = Math.min(pause * 1.5, 200)) {
      const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return
      } catch (error) {
        if (hasCode(error, '28P01', '28000')) throw wrongPassword(product, error)
        await wait(pause)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  } finally {
    clearTimeout(slow)
  }
}

function wrongPassword({ passwordFile, folderSetting }: Product, cause: unknown): DatabaseFailure {
  return new DatabaseFailure(
    `The database does not accept the password in ${passwordFile}, which belongs to another data folder. Put the right ${passwordFile} back from a backup, or set ${folderSetting} to another folder.`,
    { cause },
  )
}
