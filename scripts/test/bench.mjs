import { join } from 'node:path'
import { run, runMain } from '../start/say.mjs'
import { pinnedNode, root, setUp, setUpAside } from '../start/set-up.mjs'

/** `npm run bench [-- PART …]`: runs bench/src/bench.ts and installs Lighthouse first. */
await runMain(async () => {
  const env = await setUp()
  await setUpAside('bench/lighthouse', 'Lighthouse')
  return await run(pinnedNode, [join(root, 'bench/src/bench.ts'), ...process.argv.slice(2)], { cwd: root, env })
})
