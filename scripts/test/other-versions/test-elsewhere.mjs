import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, run, runMain, say } from '../../start/say.mjs'
import { pinnedNode, root, setUp } from '../../start/set-up.mjs'

/** Test files of the embedded PostgreSQL itself. */
const ownServers = ['start', 'disk', 'session-limits'].map((name) => `--exclude=**/${name}.test.ts`)

/**
 * `npm run test:elsewhere`: runs the request tests on another PostgreSQL, then through PgBouncer in transaction mode (P-89).
 * `npm run test:elsewhere -- policies` passes a filter to Vitest.
 */
await runMain(async () => {
  const programs = process.env.TEST_POSTGRES ?? '/usr/lib/postgresql/15/bin'
  if (!existsSync(join(programs, 'initdb')))
    throw new Refusal(
      `No PostgreSQL in ${programs}. Install one (apt-get install postgresql-15), or set TEST_POSTGRES to the folder of its programs.`,
    )
  const pgbouncer = process.env.TEST_PGBOUNCER ?? onPath('pgbouncer')
  if (!pgbouncer)
    throw new Refusal(
      'PgBouncer is missing. Install it (apt-get install pgbouncer), or set TEST_PGBOUNCER to the program.',
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
    [`through PgBouncer (${pgbouncer})`, { TEST_PGBOUNCER: pgbouncer }],
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
