import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OffSite } from '../../platform/config/config.ts'

/** A real S3 server with the bucket `backups` in a process of its own, which can be killed and started again. */
export async function startTestObjectStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  let port = 0
  let child: ChildProcess | undefined
  let parts: number[] = []

  async function start(maxParts?: number): Promise<void> {
    const args = [join(import.meta.dirname, 'object-store-server.mjs'), folder, String(port)]
    child = spawn(process.execPath, maxParts === undefined ? args : [...args, String(maxParts)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    parts = []
    if (!child.stdout) throw new Error('The server has no output')
    const lines = createInterface(child.stdout)
    lines.on('line', (line) => {
      const [word, number] = line.split(' ')
      if (word === 'part') parts.push(Number(number))
      else port = Number(number)
    })
    await once(lines, 'line')
  }
  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    settings: (changes: Partial<OffSite> = {}): OffSite => ({
      url: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'backups',
      // The account that the server has.
      keyId: 'S3RVER',
      secret: 'S3RVER',
      retention: { newest: 1, days: 7, weeks: 0, months: 0 },
      ...changes,
    }),
    stop,
    /** Starts it again with what it has stored. `maxParts`: it is killed in the middle of the next part. */
    restart: async (maxParts?: number) => {
      await stop()
      await start(maxParts)
    },
    /** Numbers of the parts that began to arrive since the last start. */
    parts: () => parts,
    /** Stored objects and unfinished uploads: path and bytes. */
    files: (): [path: string, bytes: Buffer][] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  }
}
