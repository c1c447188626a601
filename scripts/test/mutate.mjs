import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, runMain, say } from '../start/say.mjs'
import { pinnedNode, root, setUp, setUpAside } from '../start/set-up.mjs'
import { groupsOf, scoresOf } from './mutation-groups.mjs'

/**
 * `npm run mutate`: mutation tests of the rules of access, sign-in and money (P-90). `npm run mutate -- money` runs one
 * group, `-- domain/src/fields/amount.ts` one file. The first run installs Stryker (63 MB) into a folder of its own.
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
  for (const { group, percent, killed, mutants, holds } of scores)
    say(`${group}: ${percent.toFixed(1)} % (${killed} of ${mutants} killed)${holds ? '' : ', below the threshold'}`)
  return scores.every(({ holds }) => holds) ? 0 : 1
})
