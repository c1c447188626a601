import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** An instance in a process of its own, so that a test can kill it. */
export type Owner = { child: ChildProcess; url: string; appUrl: string }

const program = `
  import { flushCompileCache } from 'node:module'
  import { openEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, '../platform/embedded-postgres/embedded-postgres.ts'))}
  import { keptSecrets } from ${JSON.stringify(join(import.meta.dirname, '../platform/config/secrets-file.ts'))}
  const secrets = keptSecrets(process.argv[1])
  const database = { ownerPassword: secrets.databaseOwner, appPassword: secrets.databaseApp }
  try {
    const opened = await openEmbeddedPostgres({ dataDir: process.argv[1], database }, () => undefined)
    // Who is killed keeps nothing at the end: the next one need not compile all of it anew.
    flushCompileCache()
    process.send({ url: opened.url, appUrl: opened.appUrl })
    for (const end of ['message', 'disconnect']) process.on(end, () => opened.stop().then(() => process.exit(0)))
  } catch (error) {
    process.send({ refusal: error.message })
    process.exit(1)
  }
`

/** Opens the database of `dataDir` in another process. Throws with the instance's own sentence when it refuses. */
export async function startOwner(dataDir: string): Promise<Owner> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [answer]: { url?: string; appUrl?: string; refusal?: string }[] = await once(child, 'message')
  if (answer?.url && answer.appUrl) return { child, url: answer.url, appUrl: answer.appUrl }
  throw new Error(answer?.refusal ?? 'the instance said nothing')
}

/** Kills it as a power cut would; its database lives on. */
export async function killOwner({ child }: Owner): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Asks it to stop cleanly, and waits. */
export async function stopOwner({ child }: Owner): Promise<void> {
  child.send('stop')
  await once(child, 'exit')
}
