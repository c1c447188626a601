import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, run, runMain, say } from '../start/say.mjs'
import { pinnedNode, root, setUp } from '../start/set-up.mjs'

/** Test files that are about the embedded PostgreSQL itself. */
const ownServers = ['start', 'disk', 'embedded-postgres'].map((name) => `--exclude=**/${name}.test.ts`)

/**
 * `npm run test:elsewhere`: the request tests on another PostgreSQL, then the same through PgBouncer by transactions (P-89). With a
 * filter for vitest only those: `npm run test:elsewhere -- policies`.
 */
await runMain(async () => {
  const programs = process.env.TEST_POSTGRES ?? '/usr/lib/postgresql/15/bin'
  if (!existsSync(join(programs, 'initdb')))
    throw new Refusal(
      `There is no PostgreSQL in ${programs}. Install one (apt-get install postgresql-15), or set TEST_POSTGRES to the folder of its programs.`,
    )
  const pgbouncer = process.env.TEST_PGBOUNCER ?? onPath('pgbouncer')
  if (!pgbouncer)
    throw new Refusal(
      'There is no PgBouncer. Install it (apt-get install pgbouncer), or set TEST_PGBOUNCER to the program.',
    )
  const env = await setUp()
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server',
    '--reporter=dot',
    ...ownServers,
  ]
  for (const [what, settings] of [
    [`PostgreSQL of ${programs}`, {}],
    [`PgBouncer (${pgbouncer}) before it`, { TEST_PGBOUNCER: pgbouncer }],
  ]) {
    say(`\n── ${what} ──`)
    const { TEST_PGBOUNCER: _, ...others } = env
    const code = await run(pinnedNode, [...vitest, ...process.argv.slice(2)], {
      cwd: root,
      env: { ...others, TEST_POSTGRES: programs, ...settings },
    })
    if (code !== 0) return code
  }
  return 0
})

function onPath(program) {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file))
}
