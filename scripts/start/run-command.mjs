import { join } from 'node:path'
import { Refusal, run, runMain } from './say.mjs'
import { pinnedNode, root, setUp } from './set-up.mjs'

/** Runs one of our TypeScript commands on the pinned Node, after set-up: `run-command.mjs <file> [arguments]`. */
await runMain(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Refusal('Name the command to run, such as server/src/commands/migrate-command.ts.')
  return await run(pinnedNode, [join(root, file), ...args], { cwd: root, env: await setUp() })
})
