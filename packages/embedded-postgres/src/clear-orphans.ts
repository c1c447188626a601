import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseFailure } from './database-failure.ts'
import type { Place } from './resolve-location.ts'
import { type ServerProcess, serversOn, signal } from './server-processes.ts'

/** How each next, harder signal is given its time: clean stop, stop without a checkpoint, end. */
const steps: [NodeJS.Signals, number][] = [
  ['SIGINT', 12_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

/**
 * Cleans up after a killed run: stops its database and removes its socket and pid files. Only call it under the folder's
 * lock. Identifies processes by program and folder (`serversOn`), never by `postmaster.pid` alone. Throws a DatabaseFailure when
 * an unknown process listens on the socket, or a process does not exit.
 */
export async function clearOrphans(place: Place, say: (line: string) => void): Promise<void> {
  const socket = join(place.run, '.s.PGSQL.5432')
  const left = serversOn(place.data)
  if (left.length > 0) {
    say('An earlier run left its database running; it is stopped first.')
    await stopServers(place.data, left)
  } else if (await answers(socket)) {
    throw new DatabaseFailure(
      `A database that this process cannot see already serves ${place.data}, perhaps from another container. Stop it first.`,
    )
  }
  if (process.platform === 'win32') return
  for (const stale of [join(place.data, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(stale, { force: true })
}

/** Stops processes of a data folder with increasingly hard signals. Throws a DatabaseFailure when they don't exit. */
export async function stopServers(folder: string, servers: ServerProcess[]): Promise<void> {
  const heads = postmasters(folder, servers)
  for (const [name, patience] of steps) {
    const all = serversOn(folder)
    const targets = name === 'SIGKILL' || heads.length === 0 ? all : heads
    for (const target of targets) signal(folder, target, heads.length === 0 && name === 'SIGINT' ? 'SIGQUIT' : name)
    if (await goneWithin(folder, heads.length === 0 && name !== 'SIGKILL' ? 2_000 : patience)) return
  }
  throw new DatabaseFailure(
    `The database of an earlier run (process ${serversOn(folder)[0]?.pid}) does not end. Stop it by hand, or restart the machine.`,
  )
}

/** Postmaster processes; none when only workers of a killed one are left. */
function postmasters(folder: string, servers: ServerProcess[]): ServerProcess[] {
  const noted = Number(firstLine(join(folder, 'postmaster.pid')))
  const byNote = servers.filter(({ pid }) => pid === noted)
  if (byNote.length > 0) return byNote
  return servers.filter(({ pid }) => servers.some(({ parent }) => parent === pid))
}

async function goneWithin(folder: string, patience: number): Promise<boolean> {
  const end = performance.now() + patience
  while (serversOn(folder).length > 0) {
    if (performance.now() > end) return false
    await wait(20)
  }
  return true
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''
  } catch {
    return ''
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    probe.on('connect', () => resolve(true)).on('error', () => resolve(false))
    probe.on('close', () => probe.destroy())
    probe.on('connect', () => probe.end())
  })
}
