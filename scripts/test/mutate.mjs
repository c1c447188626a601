import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, runMain, say } from '../start/say.mjs'
import { pinnedNode, root, setUp, setUpAside } from '../start/set-up.mjs'
import { groupsOf, scoresOf } from './mutation-groups.mjs'

/**
 * `npm run mutate`: changes the rules of access and money in every small way that Stryker knows, and looks whether a test
 * notices (P-90). `npm run mutate -- money` takes one group, `-- domain/src/fields/amount.ts` one file. Stryker is installed the
 * first time, into a folder of its own, since no start and no other test needs its 63 MB.
 */
await runMain(async () => {
  const env = await setUp()
  const folder = await setUpAside('mutation', 'Stryker')
  const groups = groupsOf(process.argv.slice(2))
  const files = Object.values(groups).flat()
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const args = [stryker, 'run', join(folder, 'stryker.config.mjs'), '--mutate', files.join(',')]
  const code = await run(pinnedNode, args, { cwd: root, env })
  const report = join(root, '.stryker-tmp/mutation.json')
  if (code !== 0 || !existsSync(report)) return 1
  const scores = scoresOf(groups, JSON.parse(readFileSync(report, 'utf8')))
  for (const { group, percent, noticed, mutants, holds } of scores)
    say(`${group}: ${percent.toFixed(1)} % (${noticed} of ${mutants} noticed)${holds ? '' : ', which is too little'}`)
  return scores.every(({ holds }) => holds) ? 0 : 1
})
