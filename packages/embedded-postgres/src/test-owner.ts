import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EmbeddedOptions } from './open-embedded-postgres.ts'

/** A process that owns an embedded database, so that a test can kill it. */
export type Owner = { child: ChildProcess; url: string; appUrl: string }

const program = `
  import { flushCompileCache } from 'node:module'
  import { openEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'open-embedded-postgres.ts'))}
  try {
    const opened = await openEmbeddedPostgres(JSON.parse(process.argv[1]), () => undefined)
    // A killed process does not write its compile cache at the end.
    flushCompileCache()
    process.send({ url: opened.url, appUrl: opened.appUrl })
    for (const end of ['message', 'disconnect']) process.on(end, () => opened.stop().then(() => process.exit(0)))
  } catch (error) {
    process.send({ failure: error.message })
    process.exit(1)
  }
`

/** Opens an embedded database in another process. Throws with the message of its failure. */
export async function startOwner(options: Pick<EmbeddedOptions, 'product' | 'dataDir' | 'database'>): Promise<Owner> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [answer]: { url?: string; appUrl?: string; failure?: string }[] = await once(child, 'message')
  if (answer?.url && answer.appUrl) return { child, url: answer.url, appUrl: answer.appUrl }
  throw new Error(answer?.failure ?? 'the process sent no answer')
}

/** Kills the process as a power cut would; its database keeps running. */
export async function killOwner({ child }: Owner): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Stops the process and its database cleanly. */
export async function stopOwner({ child }: Owner): Promise<void> {
  child.send('stop')
  await once(child, 'exit')
}
