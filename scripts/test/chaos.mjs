import { join } from 'node:path'
import { buildWeb } from '../start/build-web.mjs'
import { run, runMain } from '../start/say.mjs'
import { pinnedNode, root, setUp } from '../start/set-up.mjs'

/** `npm run chaos [-- FLAG …]`: builds the screens, which a server needs to start, and runs chaos/src/chaos.ts. */
await runMain(async () => {
  const env = await setUp()
  await buildWeb(env)
  return await run(pinnedNode, [join(root, 'chaos/src/chaos.ts'), ...process.argv.slice(2)], { cwd: root, env })
})
